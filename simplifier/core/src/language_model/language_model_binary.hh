// Writing KenLM binaries. This does what KenLM's program build_binary does, by the same library calls, so that a model
// can be converted wherever the core is installed.
#pragma once

#include <string>

namespace simplifier {

struct BinaryOptions {
  bool trie = true;               // false: a probing hash table
  unsigned probability_bits = 0;  // trie only; 0: not quantised
  unsigned backoff_bits = 0;      // trie only, with probability_bits
  unsigned pointer_bits = 0;      // trie only; 0: pointers are not compressed; else the most bits that offsets may take
  bool words = true;              // keep the vocabulary's strings, which scoring does not need
  std::string memory = "1G";      // for sorting the trie, such as "50%" or "2G"
  std::string scratch_prefix;     // prefix of temporary files; empty: beside the output
};

// Reads an uncompressed ARPA file and writes the binary. Throws InputError naming the ARPA file if it is not usable or
// is a binary already.
void WriteBinary(const std::string& arpa, const std::string& binary, const BinaryOptions& options);

}  // namespace simplifier
