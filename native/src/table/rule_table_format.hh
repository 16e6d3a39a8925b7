// The file layout of a packed rule table, shared by its builder and its reader.
//
//   FileHeader | SectionEntry[kSectionCount] | sections, each aligned to 8 bytes
//
// All numbers are little-endian. The header is written last, so a table whose build was interrupted has none.
#pragma once

#include <cstddef>
#include <cstdint>

namespace simplifier {

constexpr char kTableMagic[8] = {'S', 'M', 'P', 'L', 'R', 'U', 'L', 'E'};
constexpr std::uint32_t kTableVersion = 1;

enum class Section : std::uint32_t {
  kMetadata,          // JSON text of the builder's caller
  kFeatureNames,      // names joined by line ends
  kLabels,            // label names joined by line ends; the order gives the ids
  kNonterminals,      // u16: labels that some source side uses as a nonterminal
  kProvenance,        // source names joined by line ends; the order gives the bits
  kWordOffsets,       // u32[words + 1] into kWordBytes
  kWordBytes,         // UTF-8
  kWordIndex,         // u32[power of two]: word id + 1 by hash with linear probing, 0 = empty
  kTrieNodes,         // TrieNode[nodes + 1] in breadth-first order; node 0 is the root
  kTrieParents,       // u32[nodes]
  kSources,           // u32[sources]: nodes that hold rules, by first rule
  kRuleLhs,           // u16[rules]: label, top bit = both sides equal
  kRuleTarget,        // u32[rules]: number in the pool of targets
  kRuleAlignment,     // u32[rules]: number in the pool of alignments
  kRuleProvenance,    // u32[rules]: bit set over kProvenance
  kRuleFeatures,      // u8[rules * features]: codes, row by row
  kCodebooks,         // f32[features * 256]
  kTargetOffsets,     // u32[targets + 1] into kTargetSymbols
  kTargetSymbols,     // u32 symbols
  kAlignmentOffsets,  // u32[alignments + 1] into kAlignmentBytes
  kAlignmentBytes,    // text such as `0-0 1-2`
  kCount,
};

constexpr std::size_t kSectionCount = static_cast<std::size_t>(Section::kCount);
constexpr std::size_t kCodes = 256;  // codebook entries a feature

struct SectionEntry {
  std::uint64_t offset;
  std::uint64_t length;
  std::uint64_t checksum;  // MurmurHash64A of the bytes
};

struct FileHeader {
  char magic[8];
  std::uint32_t version;
  std::uint32_t feature_count;
  std::uint64_t file_size;
  std::uint64_t rule_count;
  std::uint64_t sections_checksum;  // of the section entries
};

struct TrieNode {
  std::uint32_t symbol;       // the symbol on the edge from the parent
  std::uint32_t first_child;  // children end where the next node's begin; sorted by symbol
  std::uint32_t first_rule;
  std::uint32_t rule_count;
};

}  // namespace simplifier
