// Fails when an import points the wrong way, or in a circle: part of `npm run lint`. A file
// imports from its own room and from those below it; what is loaded later and types count too.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

// From the bottom to the top; rooms of one line do not import each other.
const ROOMS = [
  ["api", "messages"],
  ["lib"],
  ["state"],
  ["device"],
  ["queries"],
  ["realtime"],
  ["offline"],
  ["hooks"],
  ["components"],
  ["routes"],
  ["app", "sw"], // "app": the files that stand beside the rooms
];

const source = process.argv[2] ?? fileURLToPath(new URL("../src", import.meta.url));
const isTest = (file) => /\.test\.tsx?$|-for-tests\.ts$|\/model\//.test(file);
const files = readdirSync(source, { recursive: true, encoding: "utf8" })
  .map((name) => join(source, name))
  .filter((file) => /\.tsx?$/.test(file) && !isTest(file));
const known = new Set(files);

function targetOf(file, specifier) {
  const base = specifier.startsWith("@/")
    ? join(source, specifier.slice(2))
    : specifier.startsWith(".") && join(dirname(file), specifier);
  const endings = ["", ".ts", ".tsx", ".d.ts", "/index.ts"];
  return base && endings.map((ending) => base + ending).find((path) => known.has(path));
}

function importsOf(file) {
  const text = readFileSync(file, "utf8");
  const found = ts.preProcessFile(text, true, true).importedFiles.map((one) => one.fileName);
  const targets = found.map((specifier) => targetOf(file, specifier));
  return [...new Set(targets.filter((target) => target && target !== file))];
}

const graph = new Map(files.map((file) => [file, importsOf(file)]));
const nameOf = (file) => relative(source, file);

function roomOf(file) {
  const [room, ...rest] = nameOf(file).split("/");
  return rest.length > 0 ? room : "app";
}

function levelOf(file) {
  const level = ROOMS.findIndex((rooms) => rooms.includes(roomOf(file)));
  if (level < 0) throw new Error(`${nameOf(file)} stands in a room without a place in ROOMS.`);
  return level;
}

function wrongWays() {
  return files.flatMap((file) =>
    graph
      .get(file)
      .filter((target) => roomOf(target) !== roomOf(file) && levelOf(target) >= levelOf(file))
      .map(
        (target) => `${nameOf(file)} imports ${nameOf(target)}, which does not stand below it.`,
      ),
  );
}

/** Every circle once, as it is found from where one starts. */
function circles() {
  const found = [];
  const done = new Set();
  const walk = (file, path) => {
    const before = path.indexOf(file);
    if (before >= 0) found.push([...path.slice(before), file].map(nameOf).join(" -> "));
    if (before >= 0 || done.has(file)) return;
    for (const target of graph.get(file)) walk(target, [...path, file]);
    done.add(file);
  };
  for (const file of files) walk(file, []);
  return found;
}

const problems = [...wrongWays(), ...circles()];
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
