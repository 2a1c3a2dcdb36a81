import { Checkbox } from "@/components/ui/checkbox";
import { Select } from "@/components/ui/select";
import { folderPaths } from "@/lib/folder-paths";
import { useMessages } from "@/lib/i18n";
import { valuesOf } from "@/lib/rule-draft";
import { useFolders, useSubscriptions } from "@/queries/feeds";

interface PlaceChoiceProps {
  kind: "feed" | "folder";
  isMany: boolean;
  /** Ids, parted by commas. */
  value: string;
  onChange: (value: string) => void;
}

/** One feed or folder, or several of them. */
export function PlaceChoice({ kind, isMany, value, onChange }: PlaceChoiceProps) {
  const say = useMessages("rules");
  const subscriptions = useSubscriptions().data ?? [];
  const folders = useFolders().data ?? [];
  const options =
    kind === "feed"
      ? subscriptions.map((one) => ({ value: String(one.feed_id), label: one.title }))
      : folderPaths(folders).map(({ id, path }) => ({ value: String(id), label: path }));
  const sorted =
    kind === "feed"
      ? options.sort((one, other) => one.label.localeCompare(other.label))
      : options;
  if (!isMany) {
    return (
      <Select
        label={say("value")}
        value={valuesOf(value)[0] ?? ""}
        options={[{ value: "", label: say("choose") }, ...sorted]}
        onChange={onChange}
      />
    );
  }
  const chosen = valuesOf(value);
  return (
    <fieldset>
      <legend className="text-sm font-medium">{say("value")}</legend>
      <div className="relative mt-1 flex max-h-40 flex-col overflow-y-auto rounded-md border border-edge bg-raised px-3 py-1">
        {sorted.map((option) => (
          <Checkbox
            key={option.value}
            label={option.label}
            checked={chosen.includes(option.value)}
            onChange={(isOn) =>
              onChange(
                (isOn
                  ? [...chosen, option.value]
                  : chosen.filter((one) => one !== option.value)
                ).join(", "),
              )
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
