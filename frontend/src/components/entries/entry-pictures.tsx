import { type CSSProperties, useState } from "react";
import type { Entry } from "@/api/types";
import { classes } from "@/components/ui/class-names";
import { kindOf } from "@/lib/enclosures";
import { useMessages } from "@/lib/i18n";
import { type PictureAbove, picturesAbove, type Room, roomOf } from "@/lib/pictures-above";
import { usePictureMode } from "@/queries/preferences";
import { rememberSize, sizeOf } from "@/state/picture-sizes";

/** The pictures that the feed names and the text does not show: one large, or a gallery. */
export function EntryPictures({ entry, isFull }: { entry: Entry; isFull: boolean }) {
  const say = useMessages("entry");
  const mode = usePictureMode();
  const pictures = picturesAbove(entry, isFull);
  const [first] = pictures;
  if (mode === "hide" || !first) return null;
  if (pictures.length === 1) {
    // Beside the player of an episode, its cover is not the main thing.
    const isCover = entry.enclosures.some((file) => kindOf(file) === "audio");
    const look = classes("mb-6 pictures-above", isCover && "mx-auto max-w-72");
    return <Shown key={first.url} picture={first} look={look} isLarge />;
  }
  return (
    <section aria-label={say("pictures")} className="picture-grid pictures-above mb-6">
      {pictures.map((one) => (
        <Shown key={one.url} picture={one} look="" />
      ))}
    </section>
  );
}

interface ShownProps {
  picture: PictureAbove;
  look: string;
  isLarge?: boolean;
}

function Shown({ picture, look, isLarge = false }: ShownProps) {
  const mode = usePictureMode();
  const [isAsked, setAsked] = useState(false);
  const [isBroken, setBroken] = useState(false);
  // What is learned when it is loaded is for the next time: the text below must not move.
  const [room] = useState(() => roomOf(isLarge, picture.width ? picture : sizeOf(picture.url)));
  const box = {
    style: room.style,
    className: classes(
      "mx-auto flex w-full items-center justify-center overflow-hidden rounded-lg text-center text-sm text-soft",
      isLarge && "max-h-[min(75vh,44rem)]",
      (isBroken || room.fit !== "contain") && "bg-side",
    ),
  };
  if (isBroken) return <Broken picture={picture} look={look} box={box} />;
  return (
    <figure className={look}>
      {mode === "tap" && !isAsked ? (
        <Ask box={box} onAsk={() => setAsked(true)} />
      ) : (
        <Large picture={picture} box={box} fit={room.fit} onBroken={() => setBroken(true)} />
      )}
      {picture.caption && (
        <figcaption dir="auto" className="mt-2 text-sm text-soft">
          {picture.caption}
        </figcaption>
      )}
    </figure>
  );
}

type Box = { style: CSSProperties; className: string };

function Broken({ picture, look, box }: Pick<ShownProps, "picture" | "look"> & { box: Box }) {
  const say = useMessages("entry");
  return (
    <div className={look}>
      <p {...box}>{picture.caption || say("missingPicture")}</p>
    </div>
  );
}

function Ask({ box, onAsk }: { box: Box; onAsk: () => void }) {
  const say = useMessages("entry");
  return (
    <button type="button" {...box} onClick={onAsk}>
      {say("showPicture")}
    </button>
  );
}

interface LargeProps {
  picture: PictureAbove;
  box: Box;
  fit: Room["fit"];
  onBroken: () => void;
}

const FITS = {
  contain: "object-contain",
  "scale-down": "object-scale-down",
  cover: "object-cover",
};

function Large({ picture, box, fit, onBroken }: LargeProps) {
  const say = useMessages("entry");
  const caption = picture.caption ?? "";
  return (
    <button
      type="button"
      {...box}
      data-enlarge
      aria-label={[say("enlarge"), caption].filter(Boolean).join(": ")}
    >
      <img
        src={picture.url}
        alt={caption}
        decoding="async"
        loading={fit === "cover" ? "lazy" : "eager"}
        onLoad={({ currentTarget }) => rememberSize(currentTarget)}
        onError={onBroken}
        className={classes("size-full cursor-zoom-in", FITS[fit])}
      />
    </button>
  );
}
