// What a pushed message becomes on screen. Pure.
import { formatMessage } from "@/lib/messages";
import type { Message } from "@/messages/shape";

export interface Pushed {
  title: string;
  body: string;
  entry_id: number | null;
  url: string;
  count: number;
  tag: string;
}

export interface Words {
  testTitle: string;
  testText: string;
  andMore: Message;
  somethingNew: string;
}

export interface Shown {
  title: string;
  options: {
    body: string;
    tag: string;
    lang: string;
    icon: string;
    badge: string;
    data: { url: string; entry_id: number | null };
  };
}

/** Return the message, or null if it is none of ours. */
export function readPushed(data: unknown): Pushed | null {
  if (typeof data !== "object" || data === null) return null;
  const { title, body, entry_id, url, count, tag } = data as Record<string, unknown>;
  if (typeof title !== "string" || typeof tag !== "string") return null;
  return {
    title,
    body: typeof body === "string" ? body : "",
    entry_id: typeof entry_id === "number" ? entry_id : null,
    // Nothing that is pushed may lead elsewhere.
    url: typeof url === "string" && /^\/(?![/\\])/.test(url) ? url : "/",
    count: typeof count === "number" ? count : 1,
    tag,
  };
}

/** Return the notification; null stands for a message that could not be read. */
export function notificationOf(pushed: Pushed | null, words: Words, language: string): Shown {
  const [title, body] = textOf(pushed, words, language);
  const { tag = "rules", url = "/", entry_id = null } = pushed ?? {};
  const pictures = { icon: "/icon-192.png", badge: "/badge-96.png" };
  return {
    title,
    options: { body, tag, lang: language, ...pictures, data: { url, entry_id } },
  };
}

function textOf(pushed: Pushed | null, words: Words, language: string): [string, string] {
  if (pushed === null) return ["Tidings", words.somethingNew];
  if (pushed.tag === "test") return [words.testTitle, words.testText];
  const others = pushed.count - 1;
  if (others <= 0) return [pushed.title, pushed.body];
  const more = formatMessage(language, words.andMore, { count: others });
  return [pushed.title, [pushed.body, more].filter(Boolean).join("\n")];
}
