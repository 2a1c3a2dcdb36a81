/// <reference types="node" />
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const SCRIPT = fileURLToPath(new URL("../scripts/check-rooms.mjs", import.meta.url));

function complaints(files: Record<string, string>): string[] {
  const folder = mkdtempSync(join(tmpdir(), "rooms-"));
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    const { status, stderr } = spawnSync(process.execPath, [SCRIPT, folder]);
    const lines = String(stderr).split("\n").filter(Boolean);
    expect(status).toBe(lines.length > 0 ? 1 : 0);
    return lines;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const TYPE = "export type A = 1;";

test("whoever imports from below is in order", () => {
  const files = {
    "lib/a.ts": TYPE,
    "queries/b.ts": 'import type { A } from "@/lib/a"; export const b: A = 1;',
    "routes/c.tsx": 'export const c = () => import("../queries/b");',
    "main.ts": 'export { c } from "./routes/c";',
  };
  expect(complaints(files)).toEqual([]);
}, 60_000);

test("what comes from above and what goes in a circle is refused", () => {
  const files = {
    "queries/a.ts": TYPE,
    "lib/handed-on.ts": 'export * from "../queries/a";',
    "lib/later.ts": 'export const b = () => import("@/queries/a");',
    "lib/type.ts": 'import type { A } from "@/queries/a"; export const b: A = 1;',
    "lib/value.ts": 'import { a } from "@/queries/a"; export const b = a;',
    "api/beside.ts": 'import "@/messages/beside";',
    "messages/beside.ts": TYPE,
    "lib/start.ts": 'import "./one";',
    "lib/one.ts": 'import "./other";',
    "lib/other.ts": 'import "./one";',
  };
  const above = (name: string) =>
    `lib/${name}.ts imports queries/a.ts, which does not stand below it.`;
  expect(complaints(files).sort()).toEqual(
    [
      "api/beside.ts imports messages/beside.ts, which does not stand below it.",
      ...["handed-on", "later", "type", "value"].map(above),
      "lib/one.ts -> lib/other.ts -> lib/one.ts",
    ].sort(),
  );
}, 60_000);
