import { Play } from "lucide-react";
import { useState } from "react";
import type { Entry } from "@/api/types";
import { useFormat } from "@/hooks/use-format";
import { useMessages } from "@/lib/i18n";
import { asksToPlay, PLAYER_MAY, playerAddress } from "@/lib/players";
import { formatSeconds } from "@/lib/playing";
import { usePictureMode } from "@/queries/preferences";

type Player = NonNullable<Entry["player"]>;

/** The film that an entry is about: its picture, and after a click the player of its site. */
export function EntryPlayer({ player, title }: { player: Player; title: string }) {
  const say = useMessages("entry");
  const mode = usePictureMode();
  const [isPlaying, setPlaying] = useState(false);
  const host = new URL(player.page_url).hostname.replace(/^www\./, "");
  return (
    <div className="prose player-above" data-pictures={mode === "tap" ? "hide" : mode}>
      {isPlaying ? (
        <div className="player-box" data-shape="film">
          <iframe
            // Whoever asked for it by key goes on in it.
            ref={(frame) => frame?.focus()}
            src={playerAddress(player.page_url)}
            title={title || player.site}
            allow={PLAYER_MAY}
            allowFullScreen
          />
          <a href={player.page_url} target="_blank" rel="noopener noreferrer">
            {say("openAt", { host })}
          </a>
        </div>
      ) : (
        <a
          href={player.page_url}
          target="_blank"
          rel="noopener noreferrer"
          className="tidings-player"
          onClick={(event) => {
            if (!asksToPlay(event)) return;
            event.preventDefault();
            setPlaying(true);
          }}
        >
          <span className="player-sign" data-own>
            <Play aria-hidden="true" />
          </span>
          {player.picture_url && (
            <img
              src={player.picture_url}
              alt=""
              decoding="async"
              onError={({ currentTarget }) => {
                currentTarget.dataset.gone = "";
              }}
            />
          )}
          {say("playAt", { host: player.site })}
          <Facts player={player} />
        </a>
      )}
    </div>
  );
}

/** How long it is, and how many have seen it. */
function Facts({ player }: { player: Player }) {
  const say = useMessages("entry");
  const format = useFormat();
  const facts = [
    player.seconds !== null && formatSeconds(player.seconds),
    player.views !== null &&
      say("views", { count: player.views, views: format.count(player.views) }),
  ].filter(Boolean);
  if (facts.length === 0) return null;
  return <span className="player-host">{facts.join(" · ")}</span>;
}
