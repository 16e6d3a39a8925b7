// A check that a KenLM binary may be opened. KenLM maps a binary and trusts what it says, so a damaged or forged one
// can end the process. Files with checksums beside them do not need the check.
#pragma once

#include <string>

namespace simplifier {

// Compares the header of a KenLM binary (order, type, versions, counts) with the length of the file. With `body` it
// also walks through every entry once: links must stay inside and in order, words must be as many as the header says
// and stand where they are looked for, every hash table must have an empty bucket, and no number may be NaN. A file
// that passes with `body` is never read beyond its end. Of an ARPA file only the counts are compared with its length.
// Throws InputError naming the file.
void CheckLanguageModel(const std::string& path, bool body);

}  // namespace simplifier
