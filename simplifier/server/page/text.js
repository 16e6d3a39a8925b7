// From an answer of the server to pieces of text, and from pieces to elements, plain text and HTML.

import { whyStayed } from "./reasons.js";
import { changeKey, choiceKey } from "./state.js";

// Places count characters as people do, not UTF-16 units.
const part = (characters, start, end) => characters.slice(start, end).join("");

// Kinds of changes that are not about single words: they stand as they are, or are taken back.
export const OF_SENTENCES = ["split", "list", "reorder", "shorten", "reword"];

// Return the pieces of a whole text. Each has what stood there (`before`) and what stands there now (`after`); one that
// can be chosen also has its kind ("change", "taken", "offer", "hard"), its sentence, its place in it, and why.
export function piecesOf(source, sentences, state) {
  const text = Array.from(source);
  const pieces = [];
  let place = 0;
  for (const sentence of sentences) {
    pieces.push(plain(part(text, place, sentence.start)), ...ofSentence(sentence, state));
    place = sentence.start + Array.from(sentence.source).length;
  }
  pieces.push(plain(part(text, place)));
  return pieces.filter((piece) => piece.before || piece.after);
}

const plain = (text) => ({ kind: "plain", before: text, after: text });

const overlap = (one, other) => one.start < other.end && other.start < one.end;

// The changes of a sentence: { number, kind, key, start, end, edits, target, source, probability, why }.
export function changesOf(sentence) {
  const found = new Map();
  for (const edit of sentence.edits) {
    if (!found.has(edit.change)) found.set(edit.change, []);
    found.get(edit.change).push(edit);
  }
  const characters = Array.from(sentence.source);
  return [...found].map(([number, edits]) => {
    const { start } = edits[0];
    const { end } = edits.at(-1);
    let target = "";
    let place = start;
    for (const edit of edits) {
      target += part(characters, place, edit.start) + edit.target;
      place = edit.end;
    }
    const change = { number, edits, start, end, target, source: part(characters, start, end), sentence };
    const { kind, reason } = edits[0];
    return { ...change, kind, why: reason.text, key: changeKey(sentence, change) };
  });
}

function ofSentence(sentence, state) {
  const characters = Array.from(sentence.source);
  const spans = chosen(sentence, state.choices);
  const free = (place) => !spans.some((other) => overlap(place, other));
  for (const change of changesOf(sentence)) {
    if (!change.edits.every(free)) continue; // a choice took its place
    const taken = state.back.has(change.key);
    for (const edit of change.edits) {
      spans.push({ ...edit, kind: taken ? "taken" : "change", target: taken ? edit.source : edit.target, change });
    }
  }
  for (const offer of sentence.offers ?? []) {
    if (free(offer)) spans.push({ ...offer, kind: "offer", offered: offer.target, target: offer.source, offer });
  }
  for (const one of sentence.hard ?? []) {
    if (free(one)) spans.push({ ...one, kind: "hard", target: one.source, why: whyStayed(one.reason) });
  }
  spans.sort((one, other) => one.start - other.start || one.end - other.end);
  const pieces = [];
  let place = 0;
  for (const span of spans) {
    const { kind, start, end, change, offer, level } = span;
    pieces.push(plain(part(characters, place, start)));
    const why = span.why ?? span.reason?.text;
    pieces.push({ kind, before: span.source, after: span.target, sentence, start, end, why, change, offer, level });
    place = end;
  }
  pieces.push(plain(part(characters, place)));
  return pieces;
}

// Places where the reader chose; where a word was only chosen again, it is as it was.
function chosen(sentence, choices) {
  const found = [];
  const changes = changesOf(sentence);
  for (const [key, text] of [...choices].reverse()) {
    const [start, end] = key.split(":", 2).map(Number);
    if (key !== choiceKey(sentence, start, end)) continue;
    const source = part(Array.from(sentence.source), start, end);
    const place = { start, end, source, target: text, kind: text === source ? "taken" : "change", why: "you chose it" };
    if (found.some((one) => overlap(one, place))) continue; // a later choice took it in
    const touched = changes.some((one) => one.edits.some((edit) => overlap(edit, place)));
    if (text !== source || touched) found.push(place);
  }
  return found;
}

export const plainText = (pieces) => pieces.map((piece) => piece.after).join("");

// Show pieces: the new text with what can be chosen, and the old one beside it, paragraph by paragraph.
export function show(pieces, before, after) {
  const rows = [[]];
  pieces.forEach((piece, number) => {
    if (piece.kind !== "plain") return rows.at(-1).push([piece, number]);
    // A paragraph keeps its line end, so that what is copied from the page has it too.
    const lines = piece.before.split(/(?<=\n)/);
    lines.forEach((line, place) => {
      if (place) rows.push([]);
      if (line) rows.at(-1).push([plain(line), number]);
    });
    if (piece.before.endsWith("\n")) rows.push([]);
  });
  const filled = rows.filter((row) => row.length);
  before.replaceChildren(...filled.map((row) => paragraph(row, oldElement)));
  after.replaceChildren(...filled.map((row) => paragraph(row, newElement)));
}

function paragraph(row, element) {
  const block = document.createElement("div");
  block.className = "paragraph";
  block.append(...row.map(([piece, number]) => element(piece, number)));
  return block;
}

// Give paragraphs that belong together the same height, so that they stand side by side.
export function align(before, after, beside) {
  before.style.marginTop = "";
  const pairs = [...before.children].map((one, number) => [one, after.children[number]]);
  for (const one of pairs.flat()) one.style.minHeight = "";
  if (!beside || !pairs.length) return;
  const top = (one) => one.getBoundingClientRect().top;
  before.style.marginTop = `${Math.max(0, top(after) - top(before))}px`;
  const heights = pairs.map((pair) => Math.max(...pair.map((one) => one.getBoundingClientRect().height)));
  pairs.forEach((pair, number) => pair.forEach((one) => (one.style.minHeight = `${heights[number]}px`)));
}

function oldElement(piece, number) {
  if (piece.kind !== "change" || !piece.before) return document.createTextNode(piece.before);
  const element = document.createElement("span");
  element.className = "was";
  element.dataset.piece = number;
  element.textContent = piece.before;
  return element;
}

function newElement(piece, number) {
  if (piece.kind === "plain") return document.createTextNode(piece.after);
  const element = document.createElement("span");
  element.className = piece.kind;
  if (piece.level > 1) element.classList.add("very");
  element.dataset.piece = number;
  element.tabIndex = 0;
  element.setAttribute("role", "button");
  element.setAttribute("aria-haspopup", "dialog");
  const [told, label] = words(piece);
  element.title = told;
  element.setAttribute("aria-label", label);
  if (piece.kind === "change" && piece.before) {
    const old = document.createElement("del");
    old.textContent = piece.before;
    element.append(old);
    element.classList.toggle("gone", !piece.after.trim());
  }
  element.append(piece.after);
  return element;
}

function words(piece) {
  const { before, after, why, offer } = piece;
  if (piece.kind === "hard") return [`Stayed: ${why}`, `${after}, hard, stayed: ${why}`];
  if (piece.kind === "taken") return ["You kept this", `${after}, kept as it was`];
  if (piece.kind === "offer") {
    const instead = offer.target ? `“${offer.target}”` : "leave it out";
    return [`Possible: ${instead} (${why})`, `${after}, possible: ${instead}`];
  }
  if (!after.trim()) return [`Left out: ${before} (${why})`, `${before.trim()}, left out`];
  if (!before.trim()) return [`Put in (${why})`, `${after.trim()}, put in`];
  return [`Was: ${before} (${why})`, `${after}, was ${before}`];
}

const escaped = (text) => text.replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`);

// Return a page by itself, with all changes marked, those of sentences too.
export function asHtml(pieces) {
  const body = pieces
    .map((piece) => {
      const text = escaped(piece.after);
      if (piece.kind !== "change") return text;
      const told = piece.before.trim() ? `was: ${piece.before}` : "put in";
      return `<ins title="${escaped(`${told} (${piece.why})`)}">${text || "<i>…</i>"}</ins>`;
    })
    .join("");
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>In plainer words</title>
<style>
body { max-width: 42rem; margin: 3rem auto; padding: 0 1rem; font: 1.15rem/1.7 Georgia, serif; white-space: pre-wrap; }
ins { background: #dff0ec; text-decoration: underline 2px #0b665a; text-underline-offset: .2em; }
</style>
<body>${body}</body>
</html>
`;
}
