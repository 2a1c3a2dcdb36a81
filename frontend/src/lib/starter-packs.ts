// Well-known public feeds to begin with, by subject. Names are proper names: not translated.
import packs from "../../../src/tidings/samples/starter_packs.json";

export const PACKS = [
  "science",
  "technology",
  "programming",
  "world",
  "portuguese",
  "polish",
  "comics",
  "design",
] as const;
export type PackName = (typeof PACKS)[number];

export interface StarterFeed {
  title: string;
  url: string;
}

export const STARTER_PACKS: Record<PackName, readonly StarterFeed[]> = {
  science: packs.science.feeds,
  technology: packs.technology.feeds,
  programming: packs.programming.feeds,
  world: packs.world.feeds,
  portuguese: packs.portuguese.feeds,
  polish: packs.polish.feeds,
  comics: packs.comics.feeds,
  design: packs.design.feeds,
};

const OWN_PACKS: Record<string, PackName> = { "pt-BR": "portuguese", pl: "polish" };

/** Return the packs, the one in the reader's own language first. */
export function packsFor(language: string): PackName[] {
  const own = OWN_PACKS[language];
  const others = PACKS.filter((name) => name !== own);
  return own ? [own, ...others] : others;
}
