#include "trees/leaf_masks.hh"

#include <algorithm>
#include <cstring>

#if defined(__x86_64__) && defined(__GNUC__)
#define SIMPLIFIER_X86 1
#include <immintrin.h>
#endif

namespace simplifier {
namespace {

constexpr std::size_t kLanes = LeafMasks::kLanes;

// A tree as the functions below read it.
struct View {
  const LeafMasks::Node* nodes;
  std::size_t missing_left, count;
  const float* leaves;  // kMostLeaves
  std::size_t leaf_count;
};

// Vectors of 16 bytes. Where a machine has none, the compiler splits them up.
using Floats = float __attribute__((vector_size(16)));
using Bits = std::int32_t __attribute__((vector_size(16)));
constexpr std::size_t kWide = sizeof(Floats) / sizeof(float);

void AddPlain(const View& tree, const float* columns, std::size_t stride, std::size_t groups, double* sums) {
  for (std::size_t first = 0; first < groups * kLanes; first += kWide) {
    Bits left = Bits{} - 1;
    for (std::size_t n = 0; n < tree.count; ++n) {
      const LeafMasks::Node& node = tree.nodes[n];
      Floats x;
      std::memcpy(&x, columns + node.input * stride + first, sizeof x);
      // Every comparison with NaN is false: x > t sends NaN left, and not x <= t sends it right.
      const Bits goes_right = n < tree.missing_left ? Bits(x > node.threshold) : ~Bits(x <= node.threshold);
      left &= ~goes_right | static_cast<std::int32_t>(node.keep);
    }
    for (std::size_t lane = 0; lane < kWide; ++lane) {
      sums[first + lane] += static_cast<double>(tree.leaves[__builtin_ctz(static_cast<std::uint32_t>(left[lane]))]);
    }
  }
}

#ifdef SIMPLIFIER_X86

// Applies a node to a vector of rows: those that it sends right keep only the leaves in `keep`.
template <int kComparison>
__attribute__((target("avx2"), always_inline)) inline __m256i Ask(__m256 x, __m256 threshold, __m256i keep, __m256i left) {
  const __m256i goes_right = _mm256_castps_si256(_mm256_cmp_ps(threshold, x, kComparison));
  return _mm256_andnot_si256(_mm256_andnot_si256(keep, goes_right), left);
}

// The place of the lowest bit. By itself it is a power of two, so its place is the exponent of the number as a float.
__attribute__((target("avx2"), always_inline)) inline __m256i LowestBit(__m256i bits) {
  const __m256i lowest = _mm256_and_si256(bits, _mm256_sub_epi32(_mm256_setzero_si256(), bits));
  const __m256i exponent = _mm256_srli_epi32(_mm256_castps_si256(_mm256_cvtepi32_ps(lowest)), 23);
  return _mm256_sub_epi32(_mm256_and_si256(exponent, _mm256_set1_epi32(0xFF)), _mm256_set1_epi32(127));
}

// Looks up 16 leaves by the lower four bits of the places.
__attribute__((target("avx2"), always_inline)) inline __m256 LeavesAt16(const float* leaves, __m256i places) {
  const __m256 low = _mm256_permutevar8x32_ps(_mm256_loadu_ps(leaves), places);
  const __m256 high = _mm256_permutevar8x32_ps(_mm256_loadu_ps(leaves + 8), places);
  return _mm256_blendv_ps(low, high, _mm256_castsi256_ps(_mm256_slli_epi32(places, 28)));
}

__attribute__((target("avx2"), always_inline)) inline __m256 LeavesAt(const View& tree, __m256i places) {
  const __m256 low = LeavesAt16(tree.leaves, places);
  if (tree.leaf_count <= 16) return low;
  const __m256 high = LeavesAt16(tree.leaves + 16, places);
  return _mm256_blendv_ps(low, high, _mm256_castsi256_ps(_mm256_slli_epi32(places, 27)));
}

__attribute__((target("avx2"), always_inline)) inline void AddFloats(__m256 values, double* sums) {
  _mm256_storeu_pd(sums, _mm256_add_pd(_mm256_loadu_pd(sums), _mm256_cvtps_pd(_mm256_castps256_ps128(values))));
  _mm256_storeu_pd(sums + 4, _mm256_add_pd(_mm256_loadu_pd(sums + 4), _mm256_cvtps_pd(_mm256_extractf128_ps(values, 1))));
}

__attribute__((target("avx2"))) void AddAvx2(const View& tree, const float* columns, std::size_t stride,
                                             std::size_t groups, double* sums) {
  for (std::size_t first = 0; first < groups * kLanes; first += kLanes) {
    __m256i low = _mm256_set1_epi32(-1), high = low;
    const LeafMasks::Node* node = tree.nodes;
    for (const LeafMasks::Node* end = node + tree.missing_left; node != end; ++node) {
      const float* x = columns + node->input * stride + first;
      const __m256 threshold = _mm256_set1_ps(node->threshold);
      const __m256i keep = _mm256_set1_epi32(static_cast<int>(node->keep));
      low = Ask<_CMP_LT_OQ>(_mm256_loadu_ps(x), threshold, keep, low);
      high = Ask<_CMP_LT_OQ>(_mm256_loadu_ps(x + 8), threshold, keep, high);
    }
    for (const LeafMasks::Node* end = tree.nodes + tree.count; node != end; ++node) {
      const float* x = columns + node->input * stride + first;
      const __m256 threshold = _mm256_set1_ps(node->threshold);
      const __m256i keep = _mm256_set1_epi32(static_cast<int>(node->keep));
      low = Ask<_CMP_NGE_UQ>(_mm256_loadu_ps(x), threshold, keep, low);
      high = Ask<_CMP_NGE_UQ>(_mm256_loadu_ps(x + 8), threshold, keep, high);
    }
    AddFloats(LeavesAt(tree, LowestBit(low)), sums + first);
    AddFloats(LeavesAt(tree, LowestBit(high)), sums + first + 8);
  }
}

#define SIMPLIFIER_AVX512 "avx512f,avx512cd"

// Uses the masked variants with a mask of all lanes: GCC 12 takes the others for reads of undefined registers.
template <int kHalf>
__attribute__((target(SIMPLIFIER_AVX512), always_inline)) inline void AddHalf512(__m512 values, double* sums) {
  const __m256d half = _mm512_maskz_extractf64x4_pd(0xF, _mm512_castps_pd(values), kHalf);
  const __m512d doubles = _mm512_maskz_cvtps_pd(0xFF, _mm256_castpd_ps(half));
  _mm512_storeu_pd(sums + 8 * kHalf, _mm512_add_pd(_mm512_loadu_pd(sums + 8 * kHalf), doubles));
}

__attribute__((target(SIMPLIFIER_AVX512), always_inline)) inline void AddGroup512(const View& tree, __m512i left,
                                                                                 double* sums) {
  const __m512i lowest = _mm512_and_si512(left, _mm512_sub_epi32(_mm512_setzero_si512(), left));
  const __m512i places = _mm512_sub_epi32(_mm512_set1_epi32(31), _mm512_maskz_lzcnt_epi32(0xFFFF, lowest));
  const __m512 values =
      _mm512_permutex2var_ps(_mm512_loadu_ps(tree.leaves), places, _mm512_loadu_ps(tree.leaves + 16));
  AddHalf512<0>(values, sums);
  AddHalf512<1>(values, sums);
}

// Takes kGroups groups of rows side by side, so that each node is loaded once for all of them.
template <std::size_t kGroups>
__attribute__((target(SIMPLIFIER_AVX512), always_inline)) inline void AddGroups512(const View& tree, const float* columns,
                                                                                  std::size_t stride, double* sums) {
  __m512i left[kGroups];
  for (std::size_t g = 0; g < kGroups; ++g) left[g] = _mm512_set1_epi32(-1);
  const LeafMasks::Node* node = tree.nodes;
  for (const LeafMasks::Node* end = node + tree.missing_left; node != end; ++node) {
    const float* x = columns + node->input * stride;
    const __m512 threshold = _mm512_set1_ps(node->threshold);
    const __m512i keep = _mm512_set1_epi32(static_cast<int>(node->keep));
    for (std::size_t g = 0; g < kGroups; ++g) {
      const __mmask16 goes_right = _mm512_cmp_ps_mask(threshold, _mm512_loadu_ps(x + g * kLanes), _CMP_LT_OQ);
      left[g] = _mm512_mask_and_epi32(left[g], goes_right, left[g], keep);
    }
  }
  for (const LeafMasks::Node* end = tree.nodes + tree.count; node != end; ++node) {
    const float* x = columns + node->input * stride;
    const __m512 threshold = _mm512_set1_ps(node->threshold);
    const __m512i keep = _mm512_set1_epi32(static_cast<int>(node->keep));
    for (std::size_t g = 0; g < kGroups; ++g) {
      const __mmask16 goes_right = _mm512_cmp_ps_mask(threshold, _mm512_loadu_ps(x + g * kLanes), _CMP_NGE_UQ);
      left[g] = _mm512_mask_and_epi32(left[g], goes_right, left[g], keep);
    }
  }
  for (std::size_t g = 0; g < kGroups; ++g) AddGroup512(tree, left[g], sums + g * kLanes);
}

__attribute__((target(SIMPLIFIER_AVX512))) void AddAvx512(const View& tree, const float* columns, std::size_t stride,
                                                          std::size_t groups, double* sums) {
  std::size_t g = 0;
  for (; g + 4 <= groups; g += 4) AddGroups512<4>(tree, columns + g * kLanes, stride, sums + g * kLanes);
  if (g + 2 <= groups) {
    AddGroups512<2>(tree, columns + g * kLanes, stride, sums + g * kLanes);
    g += 2;
  }
  if (g < groups) AddGroups512<1>(tree, columns + g * kLanes, stride, sums + g * kLanes);
}

#endif  // SIMPLIFIER_X86

std::vector<Instructions> FindInstructions() {
  std::vector<Instructions> known = {Instructions::kPlain};
#ifdef SIMPLIFIER_X86
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2")) known.push_back(Instructions::kAvx2);
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512cd")) known.push_back(Instructions::kAvx512);
#endif
  return known;
}

}  // namespace

const std::vector<Instructions>& KnownInstructions() {
  static const std::vector<Instructions> known = FindInstructions();
  return known;
}

void LeafMasks::Add(const std::vector<Split>& missing_left, const std::vector<Split>& missing_right,
                    const std::vector<float>& leaves) {
  trees_.push_back({static_cast<std::uint32_t>(nodes_.size()), static_cast<std::uint32_t>(missing_left.size()),
                    static_cast<std::uint32_t>(missing_left.size() + missing_right.size()),
                    static_cast<std::uint32_t>(leaves.size())});
  for (const std::vector<Split>* splits : {&missing_left, &missing_right}) {
    for (const Split& one : *splits) {
      nodes_.push_back(one.node);
      rights_.push_back(one.right);
    }
  }
  leaves_.resize(trees_.size() * kMostLeaves);
  std::copy(leaves.begin(), leaves.end(), leaves_.end() - static_cast<std::ptrdiff_t>(kMostLeaves));
}

void LeafMasks::AddLeaves(std::size_t tree, const float* columns, std::size_t stride, std::size_t groups,
                          Instructions with, double* sums) const {
  const Tree& one = trees_[tree];
  const View view{nodes_.data() + one.first_node, one.missing_left, one.nodes, leaves_.data() + tree * kMostLeaves,
                  one.leaves};
#ifdef SIMPLIFIER_X86
  if (with == Instructions::kAvx512) return AddAvx512(view, columns, stride, groups, sums);
  if (with == Instructions::kAvx2) return AddAvx2(view, columns, stride, groups, sums);
#endif
  (void)with;
  AddPlain(view, columns, stride, groups, sums);
}

// A split whose input is not known removes no leaves, neither on its left nor on its right.
std::pair<float, float> LeafMasks::Bounds(std::size_t tree, const float* row, const std::uint8_t* unknown) const {
  const Tree& one = trees_[tree];
  const float* leaves = leaves_.data() + tree * kMostLeaves;
  std::uint32_t left = one.leaves < 32 ? (1u << one.leaves) - 1u : ~0u;
  for (std::uint32_t n = 0; n < one.nodes; ++n) {
    const Node& node = nodes_[one.first_node + n];
    if (unknown[node.input]) continue;
    const float x = row[node.input];
    const bool goes_right = n < one.missing_left ? x > node.threshold : !(x <= node.threshold);
    left &= goes_right ? node.keep : ~rights_[one.first_node + n];
  }
  float least = leaves[__builtin_ctz(left)], most = least;
  for (std::uint32_t rest = left & (left - 1u); rest; rest &= rest - 1u) {
    const float leaf = leaves[__builtin_ctz(rest)];
    least = std::min(least, leaf);
    most = std::max(most, leaf);
  }
  return {least, most};
}

}  // namespace simplifier
