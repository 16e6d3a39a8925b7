// Whether a KenLM binary may be opened. KenLM trusts what a binary says and maps it, so that a damaged or made-up one
// ends the process; files with checksums beside them need none of this.
#pragma once

#include <string>

namespace simplifier {

// Compares the header of a KenLM binary (order, type, versions, counts) with the length of the file; with `body` also
// walks through every entry once: links stay inside and in order, words are as many as told and where they are looked
// for, every hash table has room, no number is a NaN. After that nothing outside of the file can be read, whatever it
// says. Of an ARPA file the counts are compared with its length. Throws InputError naming the file.
void CheckLanguageModel(const std::string& path, bool body);

}  // namespace simplifier
