// What the text of an entry is given by us, so that nobody takes it for the author's.

const SVG = "http://www.w3.org/2000/svg";

export function own(name: string): HTMLSpanElement {
  const span = document.createElement("span");
  span.dataset.own = "";
  span.className = name;
  return span;
}

export function icon(path: string): SVGSVGElement {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const line = document.createElementNS(SVG, "path");
  line.setAttribute("d", path);
  svg.append(line);
  return svg;
}
