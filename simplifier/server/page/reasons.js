// Why words stand there, or not. The server tells it in one short sentence; its figures stand in `detail`.

// Why an alternative stands there, or not.
export function whyHere({ chosen, original, reason }) {
  if (original) return chosen ? "the original; nothing better was found" : "keep the original";
  if (chosen) return reason.kind === "user" ? "from your list" : "reads best here";
  return reason.text;
}

// Why a hard word stayed: the change that comes nearest, of the word or of a phrase with it, and what stopped it.
export function whyStayed({ source, target, text }) {
  if (target === undefined) return text;
  return `not ${target ? `“${target}”` : "left out"}${source ? ` for “${source}”` : ""}: ${text}`;
}
