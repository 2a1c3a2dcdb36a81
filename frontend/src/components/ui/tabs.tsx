import { Tabs as Parts } from "@base-ui/react/tabs";
import type { ReactNode } from "react";

interface TabsProps<Value extends string> {
  value: Value;
  onChange: (value: Value) => void;
  tabs: readonly { value: Value; label: string; content: ReactNode }[];
}

export function Tabs<Value extends string>({ value, onChange, tabs }: TabsProps<Value>) {
  return (
    <Parts.Root value={value} onValueChange={(chosen) => onChange(chosen as Value)}>
      <Parts.List className="flex gap-1 overflow-x-auto border-b border-line">
        {tabs.map((tab) => (
          <Parts.Tab
            key={tab.value}
            value={tab.value}
            className="target -mb-px whitespace-nowrap border-b-2 border-transparent px-3 py-2 text-sm font-medium text-soft hover:text-ink aria-selected:border-accent aria-selected:text-ink"
          >
            {tab.label}
          </Parts.Tab>
        ))}
      </Parts.List>
      {tabs.map((tab) => (
        <Parts.Panel key={tab.value} value={tab.value} className="pt-4">
          {tab.content}
        </Parts.Panel>
      ))}
    </Parts.Root>
  );
}
