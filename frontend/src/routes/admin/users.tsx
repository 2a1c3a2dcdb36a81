import { Plus } from "lucide-react";
import { Suspense, useState } from "react";
import { Invites } from "@/components/admin/invites";
import { UserDialog } from "@/components/admin/user-dialog";
import { UserRow } from "@/components/admin/user-row";
import { RowList } from "@/components/settings/row-list";
import { SettingsSection } from "@/components/settings/settings-section";
import { Button } from "@/components/ui/button";
import { useMessages } from "@/lib/i18n";
import { useMe } from "@/queries/account";
import { useUsers } from "@/queries/admin";

export function UsersPage() {
  const say = useMessages("admin");
  const me = useMe().data;
  const users = useUsers();
  const [isAdding, setAdding] = useState(false);
  const action = (
    <Button onClick={() => setAdding(true)}>
      <Plus aria-hidden="true" className="size-4" />
      {say("addUser")}
    </Button>
  );
  return (
    <>
      <SettingsSection title={say("users")} action={action}>
        <RowList query={users} empty={say("noUsers")}>
          {(user) => <UserRow key={user.id} user={user} isMe={user.id === me?.id} />}
        </RowList>
      </SettingsSection>
      <Invites />
      <Suspense>{isAdding && <UserDialog onClose={() => setAdding(false)} />}</Suspense>
    </>
  );
}
