import { CircleUser, MoreHorizontal } from "lucide-react";
import { useState } from "react";
import { ListRow } from "@/components/settings/row-list";
import { Badge } from "@/components/ui/badge";
import { IconButton } from "@/components/ui/icon-button";
import { Menu } from "@/components/ui/menu";
import { MenuItem, MenuLine } from "@/components/ui/menu-items";
import { useAuthError } from "@/hooks/use-auth-error";
import { useFormat } from "@/hooks/use-format";
import { useMessages } from "@/lib/i18n";
import { type User, useChangeUser } from "@/queries/admin";
import { toast } from "@/state/toasts";
import { DeleteUserDialog } from "./delete-user-dialog";

export function UserRow({ user, isMe }: { user: User; isMe: boolean }) {
  const say = useMessages("admin");
  const format = useFormat();
  const [isDeleting, setDeleting] = useState(false);
  const isOff = user.disabled_at !== null;
  const seen =
    user.last_seen_at === null
      ? say("neverSeen")
      : say("seen", { when: format.ago(user.last_seen_at) });
  return (
    <ListRow
      icon={CircleUser}
      title={
        <>
          <span dir="auto">{user.name}</span>
          {isMe && <Badge look="good">{say("you")}</Badge>}
          {user.role === "admin" && <Badge>{say("roleAdmin")}</Badge>}
          {isOff && <Badge look="warning">{say("disabled")}</Badge>}
        </>
      }
      facts={[seen, say("since", { when: format.day(user.created_at) })]}
    >
      {!isMe && <UserActions user={user} onDelete={() => setDeleting(true)} />}
      {isDeleting && <DeleteUserDialog user={user} onClose={() => setDeleting(false)} />}
    </ListRow>
  );
}

function UserActions({ user, onDelete }: { user: User; onDelete: () => void }) {
  const say = useMessages("admin");
  const errorText = useAuthError();
  const change = useChangeUser();
  const isOff = user.disabled_at !== null;
  const isAdmin = user.role === "admin";
  const set = (changes: { role?: User["role"]; disabled?: boolean }, text: string) =>
    change.mutate(
      { id: user.id, ...changes },
      {
        onSuccess: () => toast({ text }),
        onError: (error) => toast({ text: errorText(error) ?? "", look: "danger" }),
      },
    );
  const { name } = user;
  return (
    <Menu trigger={<IconButton icon={MoreHorizontal} label={say("actionsFor", { name })} />}>
      <MenuItem
        onClick={() =>
          set(
            { role: isAdmin ? "user" : "admin" },
            say(isAdmin ? "madeUser" : "madeAdmin", { name }),
          )
        }
      >
        {say(isAdmin ? "makeUser" : "makeAdmin")}
      </MenuItem>
      <MenuItem
        onClick={() =>
          set({ disabled: !isOff }, say(isOff ? "enabledUser" : "disabledUser", { name }))
        }
      >
        {say(isOff ? "enableUser" : "disableUser")}
      </MenuItem>
      <MenuLine />
      <MenuItem danger onClick={onDelete}>
        {say("deleteUser")}
      </MenuItem>
    </Menu>
  );
}
