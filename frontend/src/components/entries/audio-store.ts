// The one thing that plays. It stands outside the pages, so that it goes on while one moves
// through the app; the keys of headphones and lock screens reach it too.
import { useSyncExternalStore } from "react";
import { recall, remember } from "@/lib/local-store";
import { leftAt, resumeAt, within } from "@/lib/playing";
import { AUDIO_BEGINS } from "./audio-dock";
import { recallPlace, rememberPlace } from "./audio-places";

export interface Track {
  url: string; // from where it plays
  fileUrl: string; // what it is: its place is remembered by this
  title: string;
  feed: string;
  entryId: number;
  image: string | null;
}

export interface Playing {
  track: Track | null;
  state: "paused" | "playing" | "loading" | "failed";
  seconds: number;
  duration: number; // NaN: not known yet
  speed: number;
}

const SAVE_EVERY = 5;
const BACK = 15;
const FORWARD = 30;

let playing: Playing = {
  track: null,
  state: "paused",
  seconds: 0,
  duration: Number.NaN,
  speed: Number(recall("audio-speed")) || 1,
};
let sound: HTMLAudioElement | null = null;
// What the sound is of; null: the place where it was left is still looked up.
let opened: Track | null = null;
let savedAt = 0;
const listeners = new Set<() => void>();

export function usePlaying(): Playing {
  return useSyncExternalStore(subscribe, () => playing);
}

export async function playTrack(track: Track): Promise<void> {
  const audio = theSound();
  if (playing.track?.fileUrl !== track.fileUrl || playing.state === "failed") {
    savePlace();
    opened = null;
    audio.pause();
    change({ track, state: "loading", seconds: 0, duration: Number.NaN });
    dispatchEvent(new Event(AUDIO_BEGINS));
    const place = await recallPlace(track.fileUrl);
    // Meanwhile another one was chosen, or the player closed.
    if (playing.track !== track) return;
    opened = track;
    audio.src = track.url;
    audio.playbackRate = playing.speed;
    audio.currentTime = resumeAt(place);
    announce(track);
  }
  if (opened === null) return; // it is being opened, and plays then
  await audio.play().catch(() => change({ state: audio.error ? "failed" : "paused" }));
}

export function pause(): void {
  sound?.pause();
}

export function toggle(): void {
  if (playing.state === "playing") pause();
  else if (playing.track) void playTrack(playing.track);
}

export function skip(by: number): void {
  seek(playing.seconds + by);
}

export function seek(seconds: number): void {
  if (!sound || !canSeek(sound)) return;
  sound.currentTime = within(seconds, playing.duration);
  change({ seconds: sound.currentTime });
}

export function setSpeed(speed: number): void {
  remember("audio-speed", speed);
  if (sound) sound.playbackRate = speed;
  change({ speed });
}

export function closePlayer(): void {
  savePlace();
  opened = null;
  sound?.pause();
  sound?.removeAttribute("src");
  sound?.load();
  change({ track: null, state: "paused", seconds: 0, duration: Number.NaN });
  if ("mediaSession" in navigator) navigator.mediaSession.metadata = null;
}

/** Some servers send only the whole: a leap would begin anew. */
function canSeek({ seekable }: HTMLAudioElement): boolean {
  return seekable.length > 0 && seekable.end(seekable.length - 1) > 0;
}

function theSound(): HTMLAudioElement {
  if (sound) return sound;
  const audio = new Audio();
  sound = audio;
  audio.preload = "metadata";
  audio.addEventListener("playing", () => change({ state: "playing" }));
  audio.addEventListener("waiting", () => change({ state: "loading" }));
  audio.addEventListener("pause", () => {
    if (!opened) return;
    change({ state: "paused" });
    savePlace();
  });
  audio.addEventListener("durationchange", () => change({ duration: audio.duration }));
  audio.addEventListener("timeupdate", () => {
    // The last of another file may be told only now.
    if (!opened) return;
    change({ seconds: audio.currentTime });
    if (Math.abs(audio.currentTime - savedAt) >= SAVE_EVERY) savePlace();
  });
  audio.addEventListener("error", () => playing.track && change({ state: "failed" }));
  audio.addEventListener("ended", () => change({ state: "paused" }));
  addEventListener("pagehide", savePlace);
  return audio;
}

function savePlace(): void {
  const { track, seconds, duration } = playing;
  if (!track || seconds === 0) return;
  savedAt = seconds;
  rememberPlace(track.fileUrl, { seconds: leftAt(seconds, duration), at: Date.now() });
}

function announce({ title, feed, image }: Track): void {
  if (!("mediaSession" in navigator)) return;
  const session = navigator.mediaSession;
  const artwork = image ? [{ src: image }] : [];
  session.metadata = new MediaMetadata({ title, artist: feed, artwork });
  session.setActionHandler("play", toggle);
  session.setActionHandler("pause", pause);
  session.setActionHandler("seekbackward", () => skip(-BACK));
  session.setActionHandler("seekforward", () => skip(FORWARD));
  session.setActionHandler("seekto", ({ seekTime }) => seek(seekTime ?? 0));
  session.setActionHandler("stop", closePlayer);
}

function change(part: Partial<Playing>): void {
  playing = { ...playing, ...part };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
