import { Link } from "@tanstack/react-router";
import { Activity, CircleUser, ListTree, LogOut, Settings, ShieldCheck } from "lucide-react";
import { Menu } from "@/components/ui/menu";
import { MenuChoice, MenuItem, MenuLine } from "@/components/ui/menu-items";
import { useErrorText } from "@/hooks/use-error-text";
import { useMessages } from "@/lib/i18n";
import type { Preferences } from "@/lib/preferences";
import { useMe, useSignOut } from "@/queries/account";
import { useChangePreferences, usePreferences } from "@/queries/preferences";
import { confirm } from "@/state/confirm";
import { toast } from "@/state/toasts";

/** The foot of the sidebar: who one is, and everything that is not reading. */
export function AccountMenu() {
  const say = useMessages("layout");
  const me = useMe().data;
  const signOut = useSignOut((count) =>
    confirm({ title: say("signOutQuestion", { count }), action: say("signOut"), danger: true }),
  );
  const errorText = useErrorText();
  const preferences = usePreferences();
  const change = useChangePreferences();
  const themes: { value: Preferences["theme"]; label: string }[] = [
    { value: "system", label: say("themeSystem") },
    { value: "light", label: say("themeLight") },
    { value: "dark", label: say("themeDark") },
    { value: "sepia", label: say("themeSepia") },
    { value: "e-paper", label: say("themePaper") },
  ];
  const name = me?.name ?? "";
  const trigger = (
    <button
      type="button"
      aria-label={say("account", { name })}
      className="target flex w-full items-center gap-2.5 rounded-md px-2.5 py-1.5 text-sm hover:bg-hover"
    >
      <CircleUser aria-hidden="true" className="size-4.5 text-soft" />
      <span className="truncate">{name}</span>
    </button>
  );
  return (
    <div className="shrink-0 border-t border-line p-2">
      <Menu trigger={trigger} align="start">
        <MenuItem icon={Settings} link={<Link to="/settings/appearance" />}>
          {say("settings")}
        </MenuItem>
        <MenuItem icon={ListTree} link={<Link to="/manage/subscriptions" />}>
          {say("manage")}
        </MenuItem>
        <MenuItem icon={Activity} link={<Link to="/health" />}>
          {say("health")}
        </MenuItem>
        {me?.role === "admin" && (
          <MenuItem icon={ShieldCheck} link={<Link to="/admin/overview" />}>
            {say("administration")}
          </MenuItem>
        )}
        <MenuLine />
        <MenuChoice
          title={say("theme")}
          value={preferences.theme}
          options={themes}
          onChange={(theme) => change.mutate({ theme })}
        />
        <MenuLine />
        <MenuItem
          icon={LogOut}
          onClick={() =>
            signOut.mutate(undefined, {
              onError: (error) => toast({ text: errorText(error), look: "danger" }),
            })
          }
        >
          {say("signOut")}
        </MenuItem>
      </Menu>
    </div>
  );
}
