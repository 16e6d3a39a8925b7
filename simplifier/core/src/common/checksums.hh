// Checksums of a file by block, in a small text file beside it: FILE.sums.
//
// They serve files whose formats hold no checksums (KenLM's binaries, lists, weights). The lines of the text:
//   simplifier checksums 1
//   bytes 20358464
//   block 65536
//   <MurmurHash64A of a block, 16 hexadecimal digits; one line a block>
//   check <the same hash of all lines above>
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace simplifier {

inline constexpr char kChecksumsEnding[] = ".sums";

// The hashes of the blocks of `bytes`. `block` is their length in bytes, a multiple of 8; the last may be shorter.
std::vector<std::uint64_t> BlockHashes(std::string_view bytes, std::size_t block);

// Writes FILE.sums for a file as it is now. Throws InputError when FILE cannot be read or FILE.sums cannot be written.
void WriteChecksums(const std::string& path);

// Compares a file with FILE.sums, and returns whether there is a FILE.sums. Throws InputError, with the block, if they
// differ; if the checksums themselves are damaged or of another version; and, with `required`, if there are none.
bool CheckChecksums(const std::string& path, bool required = false);

}  // namespace simplifier
