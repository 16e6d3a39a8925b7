// From an answer of the server to pieces of text, and from pieces to elements, plain text and HTML.

import { whyStayed } from "./reasons.js";
import { choiceKey } from "./state.js";

// Places count characters as people do, not UTF-16 units.
const part = (characters, start, end) => characters.slice(start, end).join("");

// Return the pieces of a whole text: { before, after, kind, key, sentence, start, end, why }.
export function piecesOf(source, sentences, choices) {
  const text = Array.from(source);
  const pieces = [];
  let place = 0;
  let listed = false;
  for (const sentence of sentences) {
    const follows = sentence.split && sentence.split.number > 1;
    const gap = part(text, place, sentence.start);
    if (follows) pieces.push({ kind: "joint", before: "", after: sentence.split.lead ?? " " });
    else if (listed && !gap.trim()) pieces.push({ kind: "joint", before: gap, after: "\n\n" });
    else pieces.push(plain(gap));
    listed = Boolean(follows && sentence.split.lead);
    pieces.push(...ofSentence(sentence, choices));
    place = sentence.start + Array.from(sentence.split ? sentence.split.whole : sentence.source).length;
  }
  pieces.push(plain(part(text, place)));
  return pieces.filter((piece) => piece.before || piece.after);
}

const plain = (text) => ({ kind: "plain", before: text, after: text });

function ofSentence(sentence, choices) {
  const characters = Array.from(sentence.source);
  const spans = chosen(sentence, choices);
  for (const one of sentence.changes) {
    if (!spans.some((other) => overlap(one, other))) spans.push({ ...one, kind: "change" });
  }
  for (const one of sentence.hard ?? []) {
    if (!spans.some((other) => overlap(one, other))) {
      spans.push({ ...one, kind: "hard", target: one.source, why: whyStayed(one.reason) });
    }
  }
  spans.sort((one, other) => one.start - other.start);
  const pieces = [];
  let place = 0;
  for (const span of spans) {
    pieces.push(plain(part(characters, place, span.start)));
    const choice = choices.get(choiceKey(sentence, span.start, span.end));
    const after = choice ?? span.target;
    const kind = span.kind === "change" && after === span.source ? "taken" : span.kind;
    const { start, end, why } = span;
    pieces.push({ kind, before: span.source, after, sentence, start, end, why, chosen: choice !== undefined });
    place = span.end;
  }
  pieces.push(plain(part(characters, place)));
  return pieces;
}

// Places where the reader chose; where a hard word was only chosen again, it stays one.
function chosen(sentence, choices) {
  const found = [];
  for (const [key, text] of [...choices].reverse()) {
    const [start, end] = key.split(":", 2).map(Number);
    if (key !== choiceKey(sentence, start, end)) continue;
    const source = part(Array.from(sentence.source), start, end);
    const place = { start, end, source, target: source, kind: "change" };
    if (found.some((one) => overlap(one, place))) continue; // a later choice took it in
    if (text !== source || sentence.changes.some((one) => overlap(one, place))) found.push(place);
  }
  return found;
}

const overlap = (one, other) => one.start < other.end && other.start < one.end;

export const plainText = (pieces) => pieces.map((piece) => piece.after).join("");

// Show pieces: the new text with what can be chosen, and the old one beside it.
export function show(pieces, before, after) {
  before.replaceChildren(...pieces.map((piece, number) => oldElement(piece, number)));
  after.replaceChildren(...pieces.map((piece, number) => newElement(piece, number)));
}

function oldElement(piece, number) {
  if (piece.kind !== "change") return document.createTextNode(piece.before);
  const element = document.createElement("span");
  element.className = "was";
  element.dataset.piece = number;
  element.textContent = piece.before;
  return element;
}

function newElement(piece, number) {
  if (piece.kind === "plain" || piece.kind === "joint") return document.createTextNode(piece.after);
  const element = document.createElement("span");
  element.className = piece.kind;
  element.dataset.piece = number;
  element.tabIndex = 0;
  element.setAttribute("role", "button");
  element.setAttribute("aria-haspopup", "dialog");
  const [told, label] = words(piece);
  element.title = told;
  element.setAttribute("aria-label", label);
  if (piece.kind === "change") {
    const old = document.createElement("del");
    old.textContent = piece.before;
    element.append(old);
    element.classList.toggle("gone", !piece.after.trim());
  }
  element.append(piece.after);
  return element;
}

function words(piece) {
  if (piece.kind === "hard") return [`Stayed: ${piece.why}`, `${piece.after}, hard, stayed: ${piece.why}`];
  if (piece.kind === "taken") return ["You kept this", `${piece.after}, kept as it was`];
  if (!piece.after.trim()) return [`Left out: ${piece.before}`, `${piece.before.trim()}, left out`];
  return [`Was: ${piece.before}`, `${piece.after}, was ${piece.before}`];
}

const escaped = (text) => text.replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`);

// Return a page by itself, with the changes marked.
export function asHtml(pieces) {
  const body = pieces
    .map((piece) => {
      const text = escaped(piece.after);
      if (piece.kind !== "change") return text;
      return `<ins title="was: ${escaped(piece.before)}">${text}</ins>`;
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
