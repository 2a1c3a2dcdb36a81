// What pages and the service worker say to each other. One language for both sides.

export interface PushedNotice {
  title: string;
  body: string;
  url: string;
}

export type ToPage =
  | { kind: "open"; url: string } // a notification was clicked
  | { kind: "pushed"; notice: PushedNotice }; // a page is looked at: it shows it itself

export type ToWorker = { kind: "take-over" }; // the reader wants the new version
