import { type ReactNode, useId } from "react";

interface SettingsSectionProps {
  title: string;
  text?: ReactNode;
  /** A button that belongs to the whole section. */
  action?: ReactNode;
  children?: ReactNode;
}

/** One subject of a settings page: a heading, a sentence, what can be changed. */
export function SettingsSection({ title, text, action, children }: SettingsSectionProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="border-b border-line py-7 first:pt-0 last:border-b-0"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <h2 id={id} className="text-base font-semibold">
            {title}
          </h2>
          {text && <p className="mt-0.5 max-w-prose text-sm text-soft">{text}</p>}
        </div>
        {action}
      </div>
      {children && <div className="mt-4 flex flex-col gap-5">{children}</div>}
    </section>
  );
}
