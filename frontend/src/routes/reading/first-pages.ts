// The frame of all pages and the list that most visits begin with: asked for as one file.
export { Shell } from "@/components/layout/shell";
export { ReadingPage } from "./reading-page";
