import { AppSection } from "@/components/offline/app-section";
import { ReadingSection } from "@/components/offline/reading-section";
import { StorageSection } from "@/components/offline/storage-section";
import { WaitingSection } from "@/components/offline/waiting-section";
import { useMessages } from "@/lib/i18n";
import { useDeviceStorage } from "@/offline/storage";

export function OfflinePage() {
  const say = useMessages("offline");
  const storage = useDeviceStorage();
  return (
    <>
      {storage.isError ? (
        <p className="mb-7 rounded-md bg-hover px-3 py-2 text-sm text-soft">
          {say("unsupported")}
        </p>
      ) : (
        <>
          <ReadingSection storage={storage.data} />
          <WaitingSection />
          <StorageSection storage={storage.data} />
        </>
      )}
      <AppSection />
    </>
  );
}
