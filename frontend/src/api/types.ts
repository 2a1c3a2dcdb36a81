// Short names for what the API answers, so that no one writes components["schemas"][…].
import type { components } from "./schema";

type Schemas = components["schemas"];

export type ErrorCode = Schemas["Code"];
export type Account = Schemas["Account"];
export type Counts = Schemas["Counts"];
export type Entry = Schemas["OpenEntry"];
export type Folder = Schemas["FolderView"];
export type ListedEntry = Schemas["ListedEntry"];
export type FoundEntry = Schemas["FoundEntry"];
export type SavedSearch = Schemas["SearchView"];
export type SignInOptions = Schemas["SignInOptions"];
export type Status = Schemas["Status"];
export type Subscription = Schemas["SubscriptionView"];
export type Tag = Schemas["Tag"];
export type Job = Schemas["JobView"];
export type Highlight = Schemas["HighlightView"];
export type PlacedHighlight = Schemas["PlacedHighlight"];
export type Version = Schemas["Version"];
export type EntryDiff = Schemas["EntryDiff"];
export type FullText = Schemas["FullText"];
export type Story = Schemas["Story"];
export type OpenStory = Schemas["OpenStory"];
export type Summary = Schemas["Summary"];
export type Deframed = Schemas["Deframing"];
export type Scores = Schemas["Scores"];
export type StoryItem = Schemas["StoryReport"];

export interface EntryPage {
  items: (ListedEntry & { highlights?: FoundEntry["highlights"] | null })[];
  next_cursor: string | null;
  count?: Schemas["FoundCount"] | null; // of a search, with its first page
  loaded_at?: number; // our own note, in milliseconds: when it was asked for
}
