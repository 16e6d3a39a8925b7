// The server's reasons in a few words; its own text, with figures, stays at hand as a tooltip.

const WHY_NOT = {
  protected: "you asked to keep the words",
  user: "your list decides",
  excluded: "it was found to mean something else",
  reviewed: "readers found it wrong in such sentences",
  frame: "it does not fit the words around it",
  doubtful: "hardly anyone would write it here",
  agreement: "a verb or noun would lose its form",
  doubled: "a word would stand twice",
  preposition: "a preposition would be lost or doubled",
  article: "“a” or “an” would not fit",
  quoted: "the words are quoted",
  number: "the words are part of a number",
  name: "the words are part of a name",
  check: "the whole sentence would fail a check",
  constraint: "it is not allowed here",
  score: "it reads no better here",
  other: "good, but the one chosen reads better",
  ranked: "the sentence reads better without it",
  search: "it was not looked at closely",
  unknown: "no plainer word is known",
};

// Why an alternative stands there, or not.
export function whyHere({ chosen, original, reason }) {
  if (original) return chosen ? "the original; nothing better was found" : "keep the original";
  if (chosen) return reason.kind === "user" ? "from your list" : "reads best here";
  return WHY_NOT[reason.kind] ?? reason.text;
}

// Why a hard word stayed.
export function whyStayed({ target, kind, text }) {
  const why = WHY_NOT[kind] ?? text;
  if (target === undefined) return why;
  return `not ${target ? `“${target}”` : "left out"}, ${why}`;
}
