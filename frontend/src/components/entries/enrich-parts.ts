// What the text of an entry is given by us, so that nobody takes it for the author's.

export function own(name: string): HTMLSpanElement {
  const span = document.createElement("span");
  span.dataset.own = "";
  span.className = name;
  return span;
}
