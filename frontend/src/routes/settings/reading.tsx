import { ChoiceGroup } from "@/components/settings/choice-group";
import { PreferenceSlider } from "@/components/settings/preference-slider";
import { SettingsSection } from "@/components/settings/settings-section";
import { Select } from "@/components/ui/select";
import { Switch } from "@/components/ui/switch";
import { useMessages } from "@/lib/i18n";
import type { Preferences } from "@/lib/preferences";
import { useAiPreferences, useChangeAiPreferences } from "@/queries/ai";
import { useChangePreferences, usePreferences } from "@/queries/preferences";

type Habit = {
  [Key in keyof Preferences]: Preferences[Key] extends boolean ? Key : never;
}[keyof Preferences];

const LISTS = ["unreadOnly", "hideReadFeeds", "showSummaries", "swipe"] as const;
const MARKS = [
  "markReadOnOpen",
  "markReadOnScroll",
  "confirmMarkAll",
  "nextAfterMarkAll",
] as const;
const ENTRIES = ["openLinksInNewTab"] as const;

export function ReadingSettingsPage() {
  const say = useMessages("settings");
  const preferences = usePreferences();
  const { mutate: change } = useChangePreferences();
  return (
    <>
      <SettingsSection title={say("lists")}>
        <ListChoices />
        <Habits habits={LISTS} />
      </SettingsSection>
      <SettingsSection title={say("marking")} text={say("markingText")}>
        <Habits habits={MARKS} />
      </SettingsSection>
      <SettingsSection title={say("entries")}>
        <Habits habits={ENTRIES} />
        <ChoiceGroup
          label={say("pictures")}
          value={preferences.pictures}
          choices={[
            { value: "show", label: say("picturesShow"), hint: say("picturesShowHint") },
            { value: "tap", label: say("picturesTap"), hint: say("picturesTapHint") },
            { value: "hide", label: say("picturesHide"), hint: say("picturesHideHint") },
          ]}
          onChange={(pictures) => change({ pictures })}
        />
        <FullTexts />
        <div className="max-w-md">
          <PreferenceSlider
            label={say("readingSpeed")}
            hint={say("readingSpeedHint")}
            value={preferences.wordsPerMinute}
            min={100}
            max={600}
            step={10}
            text={(value) => say("wordsPerMinute", { count: value })}
            onChange={(wordsPerMinute) => change({ wordsPerMinute })}
          />
        </div>
      </SettingsSection>
    </>
  );
}

/** Kept under the name that the server asks by. */
function FullTexts() {
  const say = useMessages("settings");
  const aiPreferences = useAiPreferences(undefined);
  const { mutate: change } = useChangeAiPreferences();
  return (
    <Switch
      label={say("fullTexts")}
      hint={say("fullTextsHint")}
      checked={aiPreferences.full_text}
      onChange={(full_text) => change({ full_text })}
    />
  );
}

function ListChoices() {
  const say = useMessages("settings");
  const sayReading = useMessages("reading");
  const sayLayout = useMessages("layout");
  const preferences = usePreferences();
  const { mutate: change } = useChangePreferences();
  return (
    <>
      <ChoiceGroup
        label={say("layout")}
        value={preferences.layout}
        choices={[
          { value: "list", label: say("layoutList"), hint: say("layoutListHint") },
          { value: "compact", label: say("layoutCompact"), hint: say("layoutCompactHint") },
          { value: "cards", label: say("layoutCards"), hint: say("layoutCardsHint") },
          { value: "magazine", label: say("layoutMagazine"), hint: say("layoutMagazineHint") },
          { value: "gallery", label: say("layoutGallery"), hint: say("layoutGalleryHint") },
        ]}
        onChange={(layout) => change({ layout })}
      />
      <div className="grid gap-5 md:grid-cols-2">
        <Select
          label={sayReading("order")}
          value={preferences.order}
          options={[
            { value: "newest", label: sayReading("newest") },
            { value: "oldest", label: sayReading("oldest") },
            { value: "fair", label: sayReading("fair") },
          ]}
          onChange={(order) => change({ order })}
        />
        <Select
          label={say("homePage")}
          value={preferences.homePage}
          options={(["unread", "all", "starred", "stories"] as const).map((value) => ({
            value,
            label: sayLayout(value),
          }))}
          onChange={(homePage) => change({ homePage })}
        />
      </div>
    </>
  );
}

function Habits({ habits }: { habits: readonly (Habit & keyof typeof HINTS)[] }) {
  const say = useMessages("settings");
  const preferences = usePreferences();
  const { mutate: change } = useChangePreferences();
  return habits.map((habit) => {
    const hint = HINTS[habit];
    return (
      <Switch
        key={habit}
        label={say(habit)}
        {...(hint ? { hint: say(hint) } : {})}
        checked={preferences[habit]}
        onChange={(isOn) => change({ [habit]: isOn })}
      />
    );
  });
}

const HINTS = {
  unreadOnly: null,
  hideReadFeeds: null,
  showSummaries: "showSummariesHint",
  swipe: "swipeHint",
  markReadOnOpen: null,
  markReadOnScroll: "markReadOnScrollHint",
  confirmMarkAll: null,
  nextAfterMarkAll: null,
  openLinksInNewTab: null,
} as const;
