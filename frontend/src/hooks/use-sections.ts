import { useRouter } from "@tanstack/react-router";
import type { Sections } from "@/lib/sections";

/** Return the pages inside the settings, the managing and the administration. */
export function useSections(): Sections {
  // The router knows all pages; it hands them on like the client of the cache.
  return (useRouter().options.context as { sections: Sections }).sections;
}
