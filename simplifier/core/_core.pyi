"""The C++ core; import its names from the package `simplifier.core`."""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any

import numpy
import numpy.typing
from numpy.typing import NDArray


class CoreInputError(ValueError):
    pass

class GrammarBlock:
    """Rules of a text grammar by the column."""

    def __len__(self) -> int: ...

    @property
    def lines(self) -> int:
        """Lines of the block, empty and broken ones included."""

    @property
    def is_utf8(self) -> bool:
        """False: the block is not text and nothing was parsed."""

    @property
    def problems(self) -> list[tuple[int, str, str, str]]:
        """
        (line from 0, kind, what was expected, offending text) of every broken line.
        """

    @property
    def lhs(self) -> list[str]: ...

    @property
    def sources(self) -> list[str]: ...

    @property
    def targets(self) -> list[str]: ...

    @property
    def alignments(self) -> list[str] | None: ...

    @property
    def feature_names(self) -> list[str]: ...

    @property
    def complete_features(self) -> list[str]:
        """Names of the features that every rule has."""

    def feature(self, name: str) -> Annotated[NDArray[numpy.float32], dict(shape=(None,))]:
        """float32 [rules]: one column, NaN where missing."""

    def source_words(self) -> list[str]:
        """The distinct words of the source sides."""

class GrammarParser:
    """Parses blocks of lines of one text grammar format."""

    def __init__(self, fields: tuple[int, int], renamed: Mapping[str, str] = {}, owner: str = '', relations: Sequence[str] = [], may_leave_out: bool = False) -> None: ...

    def parse(self, text: bytes) -> GrammarBlock: ...

class RuleTable:
    """A packed rule table, opened by memory map."""

    def __init__(self, path: str, check: bool = True) -> None: ...

    @property
    def path(self) -> str: ...

    @property
    def exact(self) -> bool:
        """
        Whether every value is the one that the table was built from, none the nearest of 256.
        """

    @property
    def value_features(self) -> list[str]:
        """
        Features of an exact table that stand as 32-bit numbers: those of more than 256 values.
        """

    @property
    def feature_names(self) -> list[str]: ...

    @property
    def labels(self) -> list[str]: ...

    @property
    def provenance(self) -> list[str]: ...

    @property
    def metadata(self) -> str: ...

    @property
    def source_count(self) -> int: ...

    @property
    def word_count(self) -> int: ...

    def __len__(self) -> int: ...

    def lookup(self, source: Sequence[str]) -> list[int]:
        """Numbers of the rules whose source side is these symbols."""

    def rule(self, rule: int) -> tuple[str, str, str, str, int]:
        """(LHS, source, target, alignment, provenance bits) of a rule."""

    def features(self, rule: int) -> Annotated[NDArray[numpy.float32], dict(shape=(None,))]:
        """float32 [features]: the stored values of a rule."""

    def scores(self, weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.float32], dict(shape=(None,))]:
        """float32 [rules]: weights (float64 [features]) x features."""

    def source_numbers(self) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,))]:
        """uint32 [rules]: equal for rules with the same source side."""

    def count_sources(self, lines: Sequence[str]) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,))]:
        """
        uint32 [sources]: how often each source side without nonterminals stands in tokenised lines.
        """

    def copies(self) -> Annotated[NDArray[numpy.bool_], dict(shape=(None,))]:
        """bool [rules]: both sides are equal."""

    def verify(self) -> None: ...

def rule_columns(table: RuleTable, start: int, stop: int) -> tuple[list[str], list[str], list[str], list[str], Annotated[NDArray[numpy.uint32], dict(shape=(None,))], Annotated[NDArray[numpy.float32], dict(shape=(None, None))]]:
    """
    (LHS, sources, targets, alignments, provenance bits [n], features [n, F]) of a range of rules.
    """

def applicable_sources(table: RuleTable, lines: Sequence[str], span_limit: int = 0) -> Annotated[NDArray[numpy.bool_], dict(shape=(None,))]:
    """
    bool [sources]: whether the words of a source side stand in a tokenised line as its rules need them.
    """

def rewriting_rules(table: RuleTable, source: Sequence[str], target: Sequence[str]) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,))]:
    """
    uint32: rules whose source side holds one phrase and whose target side has more of the other.
    """

class TableBuilder:
    """Builds a packed rule table from a stream of rules."""

    def __init__(self, path: str, feature_names: Sequence[str], feature_defaults: Sequence[float], provenance: Sequence[str], metadata: str, scratch_directory: str, memory_limit_mb: int = 1024, merges: Sequence[str] = [], exact: bool = False) -> None:
        """
        One byte a value, the nearest of 256 a feature where there are more; `exact` keeps every float32.
        """

    def add(self, lhs: Sequence[str], sources: Sequence[str], targets: Sequence[str], features: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], alignments: Sequence[str] | None, provenance: int) -> None: ...

    def copy(self, table: RuleTable, rules: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], keep_nonterminals: bool = False) -> None:
        """
        Adds the rules with these numbers (uint32) of a table whose sources are among ours; features it does not have are missing. Its nonterminal labels can stay listed, which keeps the charts of a filtered table.
        """

    def add_block(self, block: GrammarBlock, provenance: int, lhs: str | None = None) -> None:
        """
        Adds the rules of a parsed block, its features by name; `lhs` takes the place of their labels.
        """

    def finish(self) -> int:
        """
        Writes the table and returns the number of its rules; can be interrupted.
        """

class LanguageModel:
    """
    A KenLM model as the decoder uses it (ARPA or any binary type), memory-mapped.
    """

    def __init__(self, path: str) -> None: ...

    @property
    def order(self) -> int: ...

    def score_words(self, words: Sequence[str], begins_sentence: bool = False) -> float:
        """Natural-log probability of the words, without </s>."""

    def score_sentences(self, sentences: list[Sequence[str]]) -> list[float]:
        """
        Natural-log probability of each sentence with its </s>; fast where they are much alike.
        """

    def score_tree(self, tree: list[Any], begins_sentence: bool = False) -> float:
        """
        Natural-log probability of the words of a nested list, combined bottom up as in a chart.
        """

    def knows(self, word: str) -> bool: ...

class TimedLanguageModel(LanguageModel):
    """The same model with a clock and counters around it: for measuring."""

    def __init__(self, model: LanguageModel) -> None: ...

    @property
    def calls(self) -> int: ...

    @property
    def words(self) -> int:
        """Words scored after what stands before them."""

    @property
    def joined(self) -> int:
        """
        Words at the left of joined parts that waited for their context: at most so many look-ups.
        """

    @property
    def seconds(self) -> float:
        """Wall-clock time inside the model; the clock's own is taken off."""

    @property
    def clock_seconds(self) -> float:
        """
        What was taken off; reading the clock costs the caller about as much again.
        """

    def reset(self) -> None: ...

def write_checksums(path: str) -> None:
    """
    Write PATH.sums: hashes of the file by block, for formats that hold none.
    """

def check_checksums(path: str, required: bool = False) -> bool:
    """
    Compare a file with PATH.sums; say whether there is one. Differing bytes are refused.
    """

def check_language_model(path: str, body: bool) -> None:
    """
    Refuse a damaged KenLM binary: its header, with `body` every entry too. Other files pass.
    """

def score_phrases(model: LanguageModel, lines: str) -> Annotated[NDArray[numpy.float32], dict(shape=(None,))]:
    """
    Natural-log probability of each line (a phrase) without sentence boundaries, float32 [lines].
    """

def write_language_model_binary(arpa: str, binary: str, trie: bool, probability_bits: int, backoff_bits: int, pointer_bits: int, words: bool, memory: str, scratch_prefix: str) -> None:
    """Make a KenLM binary of an uncompressed ARPA file; 0 bits: do not."""

class WordClasses:
    """What a class language model reads in place of words."""

    def __init__(self, path: str) -> None: ...

    def __len__(self) -> int:
        """Words listed."""

    def word_class(self, word: str, tag: str) -> str:
        """The class of a word that has this tag in its sentence."""

class Tagger:
    """
    An averaged-perceptron part-of-speech tagger; see simplifier.languages.analysis.tagger.
    """

    def __init__(self, path: str) -> None: ...

    @property
    def tags(self) -> list[str]:
        """Names of the tags by index."""

    @property
    def word_count(self) -> int:
        """Words whose P(tag | word) is known."""

    def tag_batch(self, sequences: list[Sequence[str]], fragment: bool = False) -> list[list[str]]:
        """Tags of every sequence of words."""

    def tag_alike(self, sentences: list[Sequence[str]]) -> list[list[str]]:
        """
        Tags of sentences; fast where they are much alike, as the versions of one.
        """

    def tag_text(self, lines: list[str], fragment: bool = False) -> tuple[Annotated[NDArray[numpy.uint8], dict(shape=(None,))], Annotated[NDArray[numpy.int64], dict(shape=(None,))]]:
        """
        Tag indices (uint8) of the space-separated words of all lines, and the start of every line in them.
        """

    def word_tags(self, word: str) -> dict[str, float]:
        """
        P(tag | word), best first; empty when the word was seen less than twice.
        """

class TaggerTrainer:
    """Trains a tagger model; see simplifier/recipes/training/tagger.py."""

    def __init__(self, tags: Sequence[str], seed: int = 1, min_feature_count: int = 4, min_word_count: int = 2) -> None: ...

    def add(self, words: Sequence[str], tags: Sequence[str], fragment: bool = False, count_words: bool = True) -> None: ...

    def epoch(self) -> float:
        """
        One pass over all sentences; returns the share of tokens guessed right on the way.
        """

    def prune(self, max_weights: int) -> int:
        """
        Keep the weights that matter most and add no others; returns how many features are left.
        """

    def save(self, path: str) -> None: ...

    @property
    def feature_count(self) -> int: ...

class Parser:
    """A dependency parser; see simplifier.languages.analysis.parser."""

    def __init__(self, path: str) -> None: ...

    @property
    def tags(self) -> list[str]:
        """Names of the tags that it knows."""

    @property
    def labels(self) -> list[str]:
        """Names of the labels; the first is that of roots."""

    def parse(self, sequences: list[Sequence[str]], tags: list[Sequence[str]]) -> list[tuple[tuple[int, ...], tuple[str, ...]]]:
        """
        Heads (places, -1 for the root) and labels of the words of every sequence, given their tags.
        """

class ParserTrainer:
    """Trains a parser model; see simplifier/recipes/training/parser.py."""

    def __init__(self, tags: Sequence[str], labels: Sequence[str], landmarks: Sequence[Sequence[str]], seed: int = 1, min_feature_count: int = 4, margin: float = 0.0, exploration: float = 0.9) -> None: ...

    def add_kind(self, word: str, tag: str, kind: str) -> None:
        """
        A class of words that are used alike; of the word with any tag where the tag is empty.
        """

    def add(self, words: Sequence[str], tags: Sequence[str], heads: Sequence[int], labels: Sequence[str]) -> None: ...

    def epoch(self) -> float:
        """
        One pass over all sentences; returns the share of words that got their head on the way.
        """

    def prune(self, max_transition_features: int, max_label_weights: int) -> int:
        """
        Keep the features that matter most and add no others; returns how many are left.
        """

    def save(self, path: str) -> None: ...

    @property
    def feature_count(self) -> int: ...

class BoostedTrees:
    """Regression forests of several outputs and folds."""

    def __init__(self, path: str) -> None: ...

    @property
    def input_names(self) -> list[str]: ...

    @property
    def output_names(self) -> list[str]: ...

    @property
    def folds(self) -> int:
        """Forests per output; fold 0 is trained on everything."""

    def __len__(self) -> int:
        """Trees of all forests together."""

    def predict(self, matrix: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], fold: int = 0, instructions: str = '') -> Annotated[NDArray[numpy.float32], dict(shape=(None, None))]:
        """
        float32 [rows, inputs] -> float32 [rows, outputs]. Instructions: one of TREE_INSTRUCTIONS, the best by default; the same bits with all.
        """

    def bounds(self, row: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], unknown: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], output: int = 0, fold: int = 0) -> tuple[float, float]:
        """
        Between what and what an output lies for a row of which some inputs are not known (1).
        """

    def range(self, output: int = 0, fold: int = 0) -> tuple[float, float]:
        """The lowest and the highest value that an output can have."""

TREE_INSTRUCTIONS: tuple[str, ...]

def write_first_fold(source: str, path: str) -> None:
    """Write a file of trees again without the forests of cross-fitting."""

def write_boosted_trees(path: str, inputs: Sequence[str], outputs: Sequence[str], logistic: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], folds: int, forest_starts: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], node_starts: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], leaf_starts: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], split_inputs: Annotated[NDArray[numpy.uint16], dict(shape=(None,), order='C', device='cpu', writable=False)], missing_left: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], thresholds: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], left: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)], right: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)], leaves: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
    """
    Write a file of trees; see simplifier/core/src/trees/boosted_trees.hh for the arrays.
    """

class ApplicationFeatures:
    """A group of features of rule applications."""

    @property
    def names(self) -> list[str]: ...

class PythonFeatures(ApplicationFeatures):
    """
    Features by a callable (origin, int32 [n, 6]) -> float32 [n, names]; columns start, end, grammar, rule, label, changed.
    """

    def __init__(self, names: Sequence[str], score: Callable[[Any, numpy.typing.NDArray[numpy.int32]], numpy.typing.NDArray[numpy.float32]], copies: bool = False) -> None: ...

class TargetConstraints:
    """What the target side of a sentence must be."""

    def __init__(self, include: Sequence[Sequence[str]], exclude: Sequence[Sequence[str]], target: Sequence[str] | None, lattice: Sequence[tuple[int, int, float]] = []) -> None: ...

class SentenceInput:
    """One sentence as the decoder takes it."""

    def __init__(self, tokens: Sequence[str], span_labels: Sequence[tuple[int, int, str]] = [], is_protected: Sequence[bool] = [], token_features: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)] | None = None, tags: Sequence[str] = [], origin: object | None = None, constraints: TargetConstraints | None = None, replacements: Sequence[tuple[int, int, Sequence[str]]] = [], lattice: Sequence[tuple[int, int, float]] = [], fold: int = 0) -> None: ...

def check_lattice(arcs: Sequence[tuple[int, int, float]], words: int) -> None:
    """Raises where (from, to, cost) a word are not the arcs of a lattice."""

class Objection:
    """
    A feature that takes something off a change, by the code that computed it.
    """

    @property
    def feature(self) -> int: ...

    @property
    def price(self) -> float: ...

    @property
    def kind(self) -> str: ...

    @property
    def reason(self) -> str: ...

class AppliedRule:
    @property
    def start(self) -> int: ...

    @property
    def end(self) -> int: ...

    @property
    def grammar(self) -> int: ...

    @property
    def rule(self) -> int: ...

    @property
    def label(self) -> str: ...

    @property
    def changed(self) -> bool: ...

    @property
    def features(self) -> list[tuple[int, float]]: ...

    @property
    def objections(self) -> list[Objection]: ...

class DecodedDerivation:
    @property
    def score(self) -> float: ...

    @property
    def tokens(self) -> list[str]: ...

    @property
    def features(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]:
        """float64 [features of the model]."""

    def rules(self, changed_only: bool = False) -> list[tuple[int, int, int]]:
        """Number in the sentence, target start and end; outer before inner."""

    @property
    def nested(self) -> bool:
        """Whether some rule has others in its gaps."""

    @property
    def gain(self) -> float:
        """As a reranker predicts it; 0 without one."""

class DecodeStatistics:
    @property
    def nodes(self) -> int: ...

    @property
    def applications(self) -> int: ...

    @property
    def hypotheses(self) -> int: ...

    @property
    def arena_bytes(self) -> int: ...

    @property
    def pops(self) -> int: ...

    @property
    def evaluations(self) -> int: ...

class ForestHypothesis:
    @property
    def start(self) -> int: ...

    @property
    def end(self) -> int: ...

    @property
    def label(self) -> str: ...

    @property
    def score(self) -> float: ...

class ForestEdge:
    @property
    def head(self) -> int: ...

    @property
    def tails(self) -> list[int]: ...

    @property
    def rule(self) -> AppliedRule: ...

    @property
    def score(self) -> float: ...

class DecodedForest:
    @property
    def hypotheses(self) -> list[ForestHypothesis]: ...

    @property
    def edges(self) -> list[ForestEdge]: ...

class DecodedSentence:
    @property
    def timed_out(self) -> bool: ...

    @property
    def forest(self) -> DecodedForest: ...

    @property
    def derivations(self) -> list[DecodedDerivation]: ...

    def rule(self, number: int) -> AppliedRule:
        """One of the rules of all derivations."""

    def change_groups(self, following: Sequence[int], before: Sequence[int]) -> tuple[list[tuple[int, list[tuple[int, int, int]]]], list[list[int]]]:
        """
        Different groups of neighbouring changes, each by a derivation and its rules there (as of
        `DecodedDerivation.rules`); for every derivation the numbers of its groups.
        """

    @property
    def statistics(self) -> DecodeStatistics: ...

class Reranker:
    """Chooses among the k best derivations of a sentence with boosted trees."""

    def __init__(self, path: str, feature_names: Sequence[str], depth: int, score_weight: float, edit_cost: float = 0.0, limited: str = '', most: float = 0.0) -> None: ...

class CandidateInputs:
    """What trees may read of a candidate."""

    def __init__(self, names: Sequence[str], feature_names: Sequence[str]) -> None: ...

    def __len__(self) -> int: ...

class ParseSpec:
    """Labels, goal and unknown words of a decoder."""

    def __init__(self, default_label: str = 'X', goal_label: str = '', unknown_labels: Sequence[tuple[str, float]] = [], unknown_when: str = 'no copy', unknown_suffix: str = '', lattice_cost: bool = False) -> None: ...

class DecoderModel:
    """Grammars, language models and weights of a decoder."""

    def __init__(self, grammars: Sequence[tuple[RuleTable, str, int]], language_models: Sequence[tuple[LanguageModel, str, WordClasses | None]], token_features: Sequence[str] = [], parse: ParseSpec = ..., application_features: Sequence[ApplicationFeatures] = []) -> None: ...

    @property
    def feature_names(self) -> list[str]: ...

    @property
    def weights(self) -> list[float]: ...

    @property
    def cyclic_unary_rules(self) -> int: ...

    def fill_gaps_by_label(self) -> None: ...

    def set_search(self, outside: bool, limit_per_span: bool, free_lexical: int) -> None:
        """How to search: docs/understand/search.md."""

    def set_weights(self, weights: Mapping[str, float]) -> None: ...

    def set_reranker(self, reranker: Reranker | None) -> None:
        """Let trees choose among the k best; None: the score."""

    def changed_spans(self, sentences: Sequence[Sequence[str]], longest: int) -> list[list[tuple[int, int]]]:
        """Of each sentence: those whose labels the search reads."""

    def feature_text(self, derivation: DecodedDerivation) -> str:
        """`name=value` of what is not 0, with six digits each."""

    def decode(self, sentences: Sequence[SentenceInput], k: int = 1, unique: bool = True, pop_limit: int = 100, trace: bool = False, threads: int = 1, timeout_seconds: float = 0.0, forest: bool = False, objections: bool = False) -> list[DecodedSentence]: ...

class KBestLists:
    """The k-best lists of a batch of sentences, rows end to end."""

    def __init__(self, outputs: Sequence[str], starts: Sequence[int], scores: Sequence[float], keys: Sequence[int], features: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)]) -> None: ...

    @property
    def outputs(self) -> list[str]: ...

    @property
    def starts(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), writable=False)]:
        """int64 [sentences + 1]."""

    @property
    def scores(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]:
        """float64 [rows]."""

    @property
    def keys(self) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,), writable=False)]:
        """uint64 [rows]."""

    @property
    def features(self) -> Annotated[NDArray[numpy.float32], dict(shape=(None, None), writable=False)]:
        """float32 [rows, features of the model]."""

    @property
    def inputs(self) -> Annotated[NDArray[numpy.float32], dict(shape=(None, None), writable=False)]:
        """
        float32 [rows, candidate inputs]; no columns where none were asked for.
        """

def decode_lists(model: DecoderModel, sentences: Sequence[SentenceInput], k: int, unique: bool, pop_limit: int, threads: int, inputs: CandidateInputs | None = None) -> KBestLists:
    """Decode a batch to k-best lists without derivations."""

class SoundClash:
    """A word that does not go before some others, by how they begin."""

    def __init__(self, word: str, first_letters: str, excepted_prefixes: Sequence[str] = [], least_size: int = 1) -> None: ...

class ChangeWords:
    """What features of changes know of a language; nothing by default."""

    def __init__(self, *, verb_tags: Sequence[str] = [], noun_tags: Sequence[str] = [], modifier_tags: Sequence[str] = [], finite_tags: Sequence[str] = [], noun_opening_tags: Sequence[str] = [], tag_of: Mapping[str, str] = {}, prepositions: Sequence[str] = [], sound_clashes: Sequence[SoundClash] = [], chunks: Sequence[str] = []) -> None: ...

class FrameList:
    """Pairs of a list of plain words, with their frames."""

    def __init__(self, path: str) -> None: ...

def frame_features(frames: FrameList, exempt: str = '') -> ApplicationFeatures:
    """
    Whether a change stands in a list of plain words where it fits; rules of the exempt owner have none.
    """

def window_features(language_models: Sequence[str]) -> ApplicationFeatures:
    """What each language model says of one change in the source."""

def tag_features(classes: WordClasses, words: ChangeWords) -> ApplicationFeatures:
    """Whether the new words can be what the replaced ones are."""

def edge_features(words: ChangeWords) -> ApplicationFeatures:
    """
    Duplicates, prepositions and clashes of sound at the edges of a change.
    """

class SelectionInputs:
    """What selection trees read of a change in its sentence."""

    def __init__(self, names: Sequence[str], tables: Sequence[RuleTable], language_models: Sequence[str], token_features: Sequence[str], classes: WordClasses | None, tags: Sequence[str], words: ChangeWords, frames: FrameList | None = None) -> None: ...

    @property
    def names(self) -> list[str]: ...

class ChangeReader:
    """Reads the changes that selection trees think possible."""

    @staticmethod
    def make(read: Callable[[list[str], numpy.typing.NDArray[numpy.int32], list[list[str]], numpy.typing.NDArray[numpy.float32]], numpy.typing.NDArray[numpy.float32]], least_stands: float, least_fits: float) -> ChangeReader:
        """
        A reader by a callable (tokens, spans int32 [n, 2], new words, probabilities float32 [n, 2]) -> float32 [n, 2].
        """

SELECTION_OUTPUTS: tuple[str, ...]

JUDGED_OUTPUTS: tuple[str, ...]

def selection_features(trees: BoostedTrees, inputs: SelectionInputs, risk: float = 1.0, gain: float = 0.0, reader: ChangeReader | None = None) -> ApplicationFeatures:
    """How likely readers are to make a change."""

def selection_rows(model: DecoderModel, inputs: SelectionInputs, sentences: Sequence[SentenceInput], references: Sequence[Sequence[Sequence[str]]], most: int, margin: float, threads: int) -> tuple[Annotated[NDArray[numpy.float32], dict(shape=(None, None))], Annotated[NDArray[numpy.float32], dict(shape=(None, None))], Annotated[NDArray[numpy.int32], dict(shape=(None, None))]]:
    """
    Inputs float32 [n, inputs], labels float32 [n, outputs] (NaN: none) and places int32 [n, 5] (sentence, start, end, grammar, rule) of the changes that the charts offer.
    """

class CataloguedFeature:
    """
    A feature as the code that computes it tells of it; NAME in a name is a language model's.
    """

    @property
    def name(self) -> str: ...

    @property
    def meaning(self) -> str: ...

    @property
    def unit(self) -> str: ...

    @property
    def group(self) -> str: ...

    @property
    def level(self) -> str:
        """rule, span or hypothesis."""

    @property
    def stops(self) -> str:
        """The kind of reason where a weight below 0 stops changes, else empty."""

    @property
    def reason(self) -> str:
        """What the user is told where this feature decided."""

class FeatureName:
    """The names of the features in the catalogue."""

    ReviewedSound: str = 'ReviewedSound'

    ReviewedDepends: str = 'ReviewedDepends'

    ReviewedBad: str = 'ReviewedBad'

    UserRule: str = 'UserRule'

    UserAlways: str = 'UserAlways'

    UserNever: str = 'UserNever'

    UserBlocked: str = 'UserBlocked'

    LabelMatch: str = 'LabelMatch'

    LabelClash: str = 'LabelClash'

    OOVPenalty: str = 'OOVPenalty'

    GluePenalty: str = 'GluePenalty'

    ChangedQuoted: str = 'ChangedQuoted'

    ChangedNumber: str = 'ChangedNumber'

    ChangedNumeral: str = 'ChangedNumeral'

    ChangedProperNoun: str = 'ChangedProperNoun'

    ChangedTitle: str = 'ChangedTitle'

    ChangedFirst: str = 'ChangedFirst'

    TargetTagLogProb: str = 'TargetTagLogProb'

    VerbFormLost: str = 'VerbFormLost'

    NounFormLost: str = 'NounFormLost'

    ModifierLost: str = 'ModifierLost'

    FiniteVerbDiff: str = 'FiniteVerbDiff'

    FiniteVerbLost: str = 'FiniteVerbLost'

    DuplicateNeighbour: str = 'DuplicateNeighbour'

    DuplicateNear: str = 'DuplicateNear'

    ArticleClash: str = 'ArticleClash'

    PrepositionLost: str = 'PrepositionLost'

    PrepositionGained: str = 'PrepositionGained'

    PrepositionBeforeNounLost: str = 'PrepositionBeforeNounLost'

    ChangePosition: str = 'ChangePosition'

    FrameMet: str = 'FrameMet'

    FrameUnmet: str = 'FrameUnmet'

    PlainMet: str = 'PlainMet'

    FrameNever: str = 'FrameNever'

    SelectionAdds: str = 'SelectionAdds'

    SelectionDeletes: str = 'SelectionDeletes'

    SelectionAddShare: str = 'SelectionAddShare'

    SelectionAddSum: str = 'SelectionAddSum'

    SelectionAddLogit: str = 'SelectionAddLogit'

    SelectionPhraseAddShare: str = 'SelectionPhraseAddShare'

    SelectionPhraseAddLogit: str = 'SelectionPhraseAddLogit'

    SelectionDeleteSum: str = 'SelectionDeleteSum'

    SelectionDeleteLogit: str = 'SelectionDeleteLogit'

    SelectionPhraseDeleteShare: str = 'SelectionPhraseDeleteShare'

    SelectionPhraseDeleteLogit: str = 'SelectionPhraseDeleteLogit'

    SelectionDoubtful: str = 'SelectionDoubtful'

    SelectionHarm: str = 'SelectionHarm'

    SelectionGain: str = 'SelectionGain'

    WordPenalty: str = 'WordPenalty'

    LatticeCost: str = 'LatticeCost'

def feature_catalogue() -> list[CataloguedFeature]:
    """Every feature that a decoder can have beside those of its rule tables."""

class MetricIndex:
    """
    Sources and references indexed once; gives sufficient statistics of candidates.
    """

    def __init__(self, sources: Sequence[str | Sequence[str]], references: Sequence[Sequence[str | Sequence[str]]], count_syllables: Callable[[list[str]], numpy.typing.NDArray[numpy.int32]]) -> None: ...

    def statistics(self, segments: numpy.typing.NDArray[numpy.int64], candidates: Sequence[str | Sequence[str]], blocks: int) -> numpy.typing.NDArray[numpy.float64]:
        """
        float64 [candidates, width]: the blocks asked for, in order; candidate i belongs to segments[i].
        """

    def __len__(self) -> int: ...

def metric_width(blocks: int) -> int:
    """Columns of a row of statistics with these blocks."""

def upper_envelopes(intercepts: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], slopes: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], order: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple[Annotated[NDArray[numpy.int64], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None,))]]:
    """
    Rows on the upper envelope of each sentence's lines, left to right, and the steps where they begin.
    """
