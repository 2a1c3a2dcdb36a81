// Renders /api/openapi.json as a list to unfold. Text is only ever set as text.
"use strict";

const METHODS = ["get", "post", "put", "patch", "delete"];

function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

function typeOf(schema) {
  if (!schema) return "";
  if (schema.$ref) return schema.$ref.split("/").pop();
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(" or ");
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" or ");
  if (schema.type === "array") return `list of ${typeOf(schema.items)}`;
  return schema.type || "";
}

function bodyType(content) {
  const [kind] = Object.keys(content || {});
  return kind ? typeOf(content[kind].schema) : "";
}

function list(title, rows) {
  if (!rows.length) return [];
  return [make("h3", {}, title), make("ul", {}, ...rows)];
}

function parameterRow(parameter) {
  const words = [parameter.in, typeOf(parameter.schema)];
  if (parameter.required) words.push("required");
  const about = parameter.description ? `: ${parameter.description}` : "";
  return make("li", {}, make("code", {}, parameter.name), ` ${words.filter(Boolean).join(", ")}${about}`);
}

function answerRow([status, answer]) {
  const type = bodyType(answer.content);
  const row = make("li", {}, make("code", {}, status), ` ${answer.description || ""}`);
  if (type) row.append(" ", make("code", {}, type));
  return row;
}

function operation(path, method, details) {
  const inside = make("div", { class: "inside" });
  if (details.description) inside.append(make("p", {}, details.description));
  const body = details.requestBody ? bodyType(details.requestBody.content) : "";
  inside.append(
    ...list("Parameters", (details.parameters || []).map(parameterRow)),
    ...list("Body", body ? [make("li", {}, make("code", {}, body))] : []),
    ...list("Answers", Object.entries(details.responses || {}).map(answerRow)),
  );
  return make(
    "details",
    {},
    make(
      "summary",
      {},
      make("span", { class: `method ${method}` }, method.toUpperCase()),
      make("code", {}, path),
      make("span", { class: "words" }, details.summary || ""),
    ),
    inside,
  );
}

function byGroup(paths) {
  const groups = new Map();
  for (const [path, methods] of Object.entries(paths)) {
    for (const method of METHODS.filter((name) => name in methods)) {
      const details = methods[method];
      const group = (details.tags || ["other"])[0];
      if (!groups.has(group)) groups.set(group, []);
      groups.get(group).push(operation(path, method, details));
    }
  }
  return groups;
}

async function show() {
  const place = document.getElementById("routes");
  try {
    const answer = await fetch("/api/openapi.json");
    if (!answer.ok) throw new Error(`The server answered ${answer.status}.`);
    const groups = byGroup((await answer.json()).paths);
    for (const [name, rows] of groups) {
      place.append(make("h2", { class: "group" }, name), ...rows);
    }
  } catch (error) {
    place.append(make("p", {}, `The list could not be loaded. ${error.message}`));
  }
}

show();
