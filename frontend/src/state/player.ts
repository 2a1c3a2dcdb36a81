// The one thing that plays. It is outside the pages, so that it goes on while one moves
// through the app; the keys of headphones and lock screens reach it too.
import { recall, remember } from "@/lib/local-store";
import { leftAt, resumeAt, within } from "@/lib/playing";
import { createShared, useShared } from "@/lib/shared-value";
import { hasAudioBegun } from "./audio-begun";
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

class Player {
  readonly playing = createShared<Playing>({
    track: null,
    state: "paused",
    seconds: 0,
    duration: Number.NaN,
    speed: Number(recall("audio-speed")) || 1,
  });
  private sound: HTMLAudioElement | null = null;
  // What the sound is of; null: the place where it was left is still looked up.
  private opened: Track | null = null;
  private savedAt = 0;

  async play(track: Track): Promise<void> {
    const audio = this.theSound();
    const { track: before, state } = this.playing.get();
    if (before?.fileUrl !== track.fileUrl || state === "failed") {
      this.savePlace();
      this.opened = null;
      audio.pause();
      this.change({ track, state: "loading", seconds: 0, duration: Number.NaN });
      hasAudioBegun.set(true);
      const place = await recallPlace(track.fileUrl);
      // Meanwhile another one was chosen, or the player closed.
      if (this.playing.get().track !== track) return;
      this.opened = track;
      audio.src = track.url;
      audio.playbackRate = this.playing.get().speed;
      audio.currentTime = resumeAt(place);
      this.announce(track);
    }
    if (this.opened === null) return; // it is being opened, and plays then
    await audio.play().catch(() => this.change({ state: audio.error ? "failed" : "paused" }));
  }

  readonly toggle = (): void => {
    const { track, state } = this.playing.get();
    if (state === "playing") this.sound?.pause();
    else if (track) void this.play(track);
  };

  skip(by: number): void {
    this.seek(this.playing.get().seconds + by);
  }

  seek(seconds: number): void {
    if (!this.sound || !canSeek(this.sound)) return;
    this.sound.currentTime = within(seconds, this.playing.get().duration);
    this.change({ seconds: this.sound.currentTime });
  }

  setSpeed(speed: number): void {
    remember("audio-speed", speed);
    if (this.sound) this.sound.playbackRate = speed;
    this.change({ speed });
  }

  readonly close = (): void => {
    this.savePlace();
    this.opened = null;
    this.sound?.pause();
    this.sound?.removeAttribute("src");
    this.sound?.load();
    this.change({ track: null, state: "paused", seconds: 0, duration: Number.NaN });
    if ("mediaSession" in navigator) navigator.mediaSession.metadata = null;
  };

  private theSound(): HTMLAudioElement {
    if (this.sound) return this.sound;
    const audio = new Audio();
    this.sound = audio;
    audio.preload = "metadata";
    audio.addEventListener("playing", () => this.change({ state: "playing" }));
    audio.addEventListener("waiting", () => this.change({ state: "loading" }));
    audio.addEventListener("pause", () => {
      if (!this.opened) return;
      this.change({ state: "paused" });
      this.savePlace();
    });
    audio.addEventListener("durationchange", () => this.change({ duration: audio.duration }));
    audio.addEventListener("timeupdate", () => {
      // The last of another file may be reported only now.
      if (!this.opened) return;
      this.change({ seconds: audio.currentTime });
      if (Math.abs(audio.currentTime - this.savedAt) >= SAVE_EVERY) this.savePlace();
    });
    audio.addEventListener(
      "error",
      () => this.playing.get().track && this.change({ state: "failed" }),
    );
    audio.addEventListener("ended", () => this.change({ state: "paused" }));
    addEventListener("pagehide", () => this.savePlace());
    return audio;
  }

  private savePlace(): void {
    const { track, seconds, duration } = this.playing.get();
    if (!track || seconds === 0) return;
    this.savedAt = seconds;
    rememberPlace(track.fileUrl, { seconds: leftAt(seconds, duration), at: Date.now() });
  }

  private announce({ title, feed, image }: Track): void {
    if (!("mediaSession" in navigator)) return;
    const session = navigator.mediaSession;
    const artwork = image ? [{ src: image }] : [];
    session.metadata = new MediaMetadata({ title, artist: feed, artwork });
    session.setActionHandler("play", this.toggle);
    session.setActionHandler("pause", () => this.sound?.pause());
    session.setActionHandler("seekbackward", () => this.skip(-BACK));
    session.setActionHandler("seekforward", () => this.skip(FORWARD));
    session.setActionHandler("seekto", ({ seekTime }) => this.seek(seekTime ?? 0));
    session.setActionHandler("stop", this.close);
  }

  private change(part: Partial<Playing>): void {
    this.playing.set({ ...this.playing.get(), ...part });
  }
}

export const player = new Player();

export function usePlaying(): Playing {
  return useShared(player.playing);
}

/** Some servers send only the whole: a leap would begin again. */
function canSeek({ seekable }: HTMLAudioElement): boolean {
  return seekable.length > 0 && seekable.end(seekable.length - 1) > 0;
}
