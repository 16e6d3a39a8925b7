// The file layout of a packed rule table, shared by its builder and its reader.
//
//   FileHeader | SectionEntry[SectionCount(version)] | sections, each aligned to 8 bytes
//
// Version 1 has a code of one byte for every feature value. Version 2 is an exact table: features of at most 256
// different values have codes, which lose nothing, and all others are stored as 32-bit numbers in sections of their
// own.
//
// All numbers are little-endian. The header is written last, so a table whose build was interrupted has none.
#pragma once

#include <cstddef>
#include <cstdint>

namespace simplifier {

constexpr char kTableMagic[8] = {'S', 'M', 'P', 'L', 'R', 'U', 'L', 'E'};
constexpr std::uint32_t kCodedVersion = 1, kExactVersion = 2;

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
  kRuleFeatures,      // u8[rules * coded features]: codes, row by row
  kCodebooks,         // f32[coded features * 256]
  kTargetOffsets,     // u32[targets + 1] into kTargetSymbols
  kTargetSymbols,     // u32 symbols
  kAlignmentOffsets,  // u32[alignments + 1] into kAlignmentBytes
  kAlignmentBytes,    // text such as `0-0 1-2`
  kValueFeatures,     // u32: features stored as values, ascending; this and the next only in exact tables
  kRuleValues,        // f32[rules * value features], row by row
  kCount,
};

constexpr std::size_t kMostSections = static_cast<std::size_t>(Section::kCount);
constexpr std::size_t SectionCount(std::uint32_t version) {
  return version == kExactVersion ? kMostSections : static_cast<std::size_t>(Section::kValueFeatures);
}
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
  std::uint32_t first_child;  // the children end where those of the next node begin; they are sorted by symbol
  std::uint32_t first_rule;
  std::uint32_t rule_count;
};

}  // namespace simplifier
