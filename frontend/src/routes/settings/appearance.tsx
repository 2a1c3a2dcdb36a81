import { ChoiceGroup } from "@/components/settings/choice-group";
import { PreferenceSlider } from "@/components/settings/preference-slider";
import { ReadingSample } from "@/components/settings/reading-sample";
import { SettingsSection } from "@/components/settings/settings-section";
import { ThemeSwatch } from "@/components/settings/theme-swatch";
import { Select } from "@/components/ui/select";
import { Switch } from "@/components/ui/switch";
import { useFormat } from "@/hooks/use-format";
import { useLater } from "@/hooks/use-later";
import { useMessages } from "@/lib/i18n";
import { LANGUAGE_NAMES, LANGUAGES } from "@/lib/languages";
import type { Preferences } from "@/lib/preferences";
import { useChangePreferences, usePreferences } from "@/queries/preferences";

type Change = (change: Partial<Preferences>) => void;
interface PartProps {
  preferences: Preferences;
  change: Change;
}

export function AppearancePage() {
  const say = useMessages("settings");
  const preferences = usePreferences();
  const { mutate: change } = useChangePreferences();
  // From top to bottom: the faces of the text take a while to be looked up.
  const parts = useLater(1, 2, 3);
  const languages = [
    { value: "auto" as const, label: say("languageAuto") },
    ...LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] })),
  ];
  return (
    <>
      <ThemePart preferences={preferences} change={change} />
      {parts > 1 && <TextPart preferences={preferences} change={change} />}
      {parts > 2 && (
        <SettingsSection title={say("language")} text={say("languageText")}>
          <div className="max-w-xs">
            <Select
              label={say("language")}
              value={preferences.language}
              options={languages}
              onChange={(language) => change({ language })}
            />
          </div>
        </SettingsSection>
      )}
    </>
  );
}

function ThemePart({ preferences, change }: PartProps) {
  const say = useMessages("settings");
  const sayLayout = useMessages("layout");
  const themes = [
    { value: "system", label: sayLayout("themeSystem") },
    { value: "light", label: sayLayout("themeLight") },
    { value: "dark", label: sayLayout("themeDark") },
    { value: "sepia", label: sayLayout("themeSepia") },
    { value: "e-paper", label: sayLayout("themePaper") },
  ] as const;
  return (
    <SettingsSection title={say("look")}>
      <ChoiceGroup
        label={sayLayout("theme")}
        value={preferences.theme}
        choices={themes.map((one) => ({ ...one, picture: <ThemeSwatch theme={one.value} /> }))}
        onChange={(theme) => change({ theme })}
      />
      <ChoiceGroup
        label={say("density")}
        value={preferences.density}
        choices={[
          { value: "compact", label: say("densityCompact") },
          { value: "comfortable", label: say("densityComfortable") },
          { value: "spacious", label: say("densitySpacious") },
        ]}
        onChange={(density) => change({ density })}
      />
      <Switch
        label={say("noMotion")}
        hint={say("noMotionHint")}
        checked={preferences.motion === "none"}
        onChange={(isOff) => change({ motion: isOff ? "none" : "system" })}
      />
    </SettingsSection>
  );
}

function TextPart({ preferences, change }: PartProps) {
  const say = useMessages("settings");
  const format = useFormat();
  return (
    <SettingsSection title={say("text")} text={say("textText")}>
      <ReadingSample preferences={preferences} />
      <ChoiceGroup
        label={say("font")}
        value={preferences.font}
        choices={[
          { value: "sans", label: say("fontSans"), picture: <Letters font="sans" /> },
          { value: "serif", label: say("fontSerif"), picture: <Letters font="serif" /> },
          { value: "legible", label: say("fontLegible"), picture: <Letters font="legible" /> },
          { value: "mono", label: say("fontMono"), picture: <Letters font="mono" /> },
        ]}
        onChange={(font) => change({ font })}
      />
      <div className="grid gap-5 md:grid-cols-2">
        <PreferenceSlider
          label={say("fontSize")}
          value={preferences.fontSize}
          min={12}
          max={32}
          text={(value) => say("pixels", { size: value })}
          onChange={(fontSize) => change({ fontSize })}
        />
        <PreferenceSlider
          label={say("lineHeight")}
          value={preferences.lineHeight}
          min={1.2}
          max={2.2}
          step={0.1}
          text={format.number}
          onChange={(lineHeight) => change({ lineHeight })}
        />
      </div>
      <ChoiceGroup
        label={say("width")}
        value={preferences.contentWidth}
        choices={[
          { value: "narrow", label: say("widthNarrow") },
          { value: "medium", label: say("widthMedium") },
          { value: "wide", label: say("widthWide") },
          { value: "full", label: say("widthFull") },
        ]}
        onChange={(contentWidth) => change({ contentWidth })}
      />
      <Switch
        label={say("justify")}
        checked={preferences.justify}
        onChange={(justify) => change({ justify })}
      />
    </SettingsSection>
  );
}

function Letters({ font }: { font: Preferences["font"] }) {
  return (
    <span
      aria-hidden="true"
      className="block w-24 text-center text-2xl leading-10"
      style={{ fontFamily: `var(--font-${font})` }}
    >
      Aą ção
    </span>
  );
}
