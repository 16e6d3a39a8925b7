// Writing KenLM binaries: what KenLM's program build_binary does, through the same library calls, so that a
// model can be converted wherever the core is installed.
#pragma once

#include <string>

namespace simplifier {

struct BinaryOptions {
  bool trie = true;             // false: a probing hash table
  unsigned probability_bits = 0;  // trie only; 0: not quantised
  unsigned backoff_bits = 0;      // trie only, with probability_bits
  unsigned pointer_bits = 0;      // trie only; 0: pointers not compressed, else the most bits the offsets may take
  bool words = true;              // keep the vocabulary's strings; scoring does not need them
  std::string memory = "1G";      // for sorting the trie: "50%", "2G"
  std::string scratch_prefix;     // of temporary files; empty: beside the output
};

// Reads an uncompressed ARPA file and writes the binary. Throws InputError naming the ARPA file when it is not usable.
void WriteBinary(const std::string& arpa, const std::string& binary, const BinaryOptions& options);

}  // namespace simplifier
