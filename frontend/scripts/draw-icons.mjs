// Draws the app's mark as PNG files: `node scripts/draw-icons.mjs`. Lines of text, and the
// dot of something new. Shapes are distances, so that every size has smooth edges.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { crc32, deflateSync } from "node:zlib";

const BLUE = [0x23, 0x55, 0xa4];
const WHITE = [0xff, 0xff, 0xff];
const folder = fileURLToPath(new URL("../public/", import.meta.url));

// All measures are of a square of 64: the same as in icon.svg.
const LINES = [
  { y: 20, from: 16, to: 48 },
  { y: 32, from: 16, to: 38 },
  { y: 44, from: 16, to: 29 },
];
const DOT = { x: 44, y: 42, radius: 6 };
const STROKE = 2.5;

const markDistance = (x, y) =>
  Math.min(
    Math.hypot(x - DOT.x, y - DOT.y) - DOT.radius,
    ...LINES.map(
      ({ y: at, from, to }) => Math.hypot(x - Math.min(to, Math.max(from, x)), y - at) - STROKE,
    ),
  );

function squareDistance(x, y, corner) {
  const across = Math.abs(x - 32) - 32 + corner;
  const down = Math.abs(y - 32) - 32 + corner;
  const outside = Math.hypot(Math.max(across, 0), Math.max(down, 0));
  return outside + Math.min(Math.max(across, down), 0) - corner;
}

/** How much of a pixel a shape covers, by the distance of its middle from the edge. */
const cover = (distance, pixel) => Math.min(1, Math.max(0, 0.5 - distance / pixel));

/** `scale` shrinks the mark about the middle: systems may cut a maskable icon round. */
function draw(size, { corner = 0, scale = 1, ground = BLUE }) {
  const pixel = 64 / size;
  const rows = Buffer.alloc(size * (size * 4 + 1));
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      const [x, y] = [(column + 0.5) * pixel, (row + 0.5) * pixel];
      const [inX, inY] = [32 + (x - 32) / scale, 32 + (y - 32) / scale];
      const mark = cover(markDistance(inX, inY) * scale, pixel);
      const back = ground ? cover(squareDistance(x, y, corner), pixel) : 0;
      const at = row * (size * 4 + 1) + 1 + column * 4;
      const colour = ground ?? WHITE;
      WHITE.forEach((white, part) => {
        rows[at + part] = Math.round(colour[part] + (white - colour[part]) * mark);
      });
      rows[at + 3] = Math.round(255 * Math.max(back, ground ? 0 : mark));
    }
  }
  return png(size, rows);
}

function png(size, rows) {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(name, data) {
  const named = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const whole = Buffer.alloc(named.length + 8);
  whole.writeUInt32BE(data.length, 0);
  named.copy(whole, 4);
  whole.writeUInt32BE(crc32(named), named.length + 4);
  return whole;
}

const ICONS = {
  "icon-192.png": draw(192, { corner: 14 }),
  "icon-512.png": draw(512, { corner: 14 }),
  "icon-maskable-192.png": draw(192, { scale: 0.85 }),
  "icon-maskable-512.png": draw(512, { scale: 0.85 }),
  "apple-touch-icon.png": draw(180, { scale: 0.9 }),
  // Android shows only its outline.
  "badge-96.png": draw(96, { scale: 1.25, ground: null }),
};
for (const [name, bytes] of Object.entries(ICONS)) writeFileSync(folder + name, bytes);
