import { afterEach, beforeEach, expect, test, vi } from "vitest";

/** The browser's player: fires events when it is told to. */
class Sound extends EventTarget {
  static made: Sound[] = [];
  src = "";
  currentTime = 0;
  duration = Number.NaN;
  playbackRate = 1;
  error = null;
  isPlaying = false;
  constructor() {
    super();
    Sound.made.push(this);
  }
  async play() {
    this.isPlaying = true;
  }
  pause() {
    this.isPlaying = false;
  }
  removeAttribute() {
    this.src = "";
  }
  load() {}
  happens(...kinds: string[]) {
    for (const kind of kinds) this.dispatchEvent(new Event(kind));
  }
}

const track = (name: string) => ({
  url: `/media/${name}`,
  fileUrl: `https://radio.example/${name}`,
  title: name,
  feed: "Radio",
  entryId: 1,
  image: null,
});

// One file was begun before, the other was not.
const BEGUN = track("begun.mp3");
const FRESH = track("fresh.mp3");

let store: typeof import("./player");
let kept: Map<string, string>;

beforeEach(async () => {
  kept = new Map();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  });
  kept.set(
    "tidings.audio-places",
    JSON.stringify({ [BEGUN.fileUrl]: { seconds: 20, at: Date.now() } }),
  );
  vi.stubGlobal("Audio", Sound);
  vi.stubGlobal("navigator", {});
  vi.stubGlobal("addEventListener", () => undefined);
  vi.resetModules();
  store = await import("./player");
  Sound.made = [];
});

afterEach(() => vi.unstubAllGlobals());

const keptSeconds = (): Record<string, { seconds: number }> =>
  JSON.parse(kept.get("tidings.audio-places") ?? "{}");

test("of two files chosen quickly, the later one plays", async () => {
  await Promise.all([store.player.play(FRESH), store.player.play(BEGUN)]);
  expect(Sound.made[0]).toMatchObject({ src: BEGUN.url, isPlaying: true });
});

test("a player that is closed before it began stays silent", async () => {
  const begun = store.player.play(FRESH);
  store.player.close();
  await begun;
  expect(Sound.made[0]).toMatchObject({ src: "", isPlaying: false });
});

test("a file that is asked for twice before it is there plays once it is", async () => {
  await Promise.all([store.player.play(FRESH), store.player.play({ ...FRESH })]);
  expect(Sound.made[0]).toMatchObject({ src: FRESH.url, isPlaying: true });
});

test("what was played to its end begins again", async () => {
  await store.player.play(FRESH);
  const [sound] = Sound.made;
  Object.assign(sound ?? {}, { duration: 3600, currentTime: 3600 });
  sound?.happens("durationchange", "timeupdate", "pause", "ended");
  await store.player.play(BEGUN);
  await store.player.play(FRESH);
  expect(sound?.currentTime).toBe(0);
});

test("how far one file was is not taken for the place of the next", async () => {
  await store.player.play(BEGUN);
  const [sound] = Sound.made;
  const begun = store.player.play(FRESH);
  if (sound) sound.currentTime = 900;
  sound?.happens("timeupdate", "pause");
  await begun;
  expect(keptSeconds()[FRESH.fileUrl]).toBe(undefined);
});
