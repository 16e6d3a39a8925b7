// Checksums of a file by block, in a small text file beside it: FILE.sums.
//
// For files of formats that hold none themselves (KenLM's binaries, lists, weights). The text, a line each:
//   simplifier checksums 1
//   bytes 20358464
//   block 65536
//   <MurmurHash64A of every block, 16 hexadecimal digits>
//   check <the same of all lines above>
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace simplifier {

inline constexpr char kChecksumsEnding[] = ".sums";

// Hashes of the blocks of `bytes`; the last may be shorter.
std::vector<std::uint64_t> BlockHashes(std::string_view bytes, std::size_t block);

// Writes FILE.sums of a file as it is now. Throws InputError when it cannot be read or the other cannot be written.
void WriteChecksums(const std::string& path);

// Compares a file with FILE.sums and returns whether there is one. Throws InputError where they differ, naming the
// block, where the checksums themselves are damaged or of another version, and, with `required`, where there are none.
bool CheckChecksums(const std::string& path, bool required = false);

}  // namespace simplifier
