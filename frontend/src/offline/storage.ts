// How much this device keeps for reading without a network, and ways to make room.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { keys } from "@/queries/keys";

const store = () => import("@/device/store");

export interface DeviceStorage {
  entries: number;
  pictures: number;
  pictureBytes: number;
  used: number | null; // bytes of everything here; null: the browser does not say
  available: number | null;
  isLasting: boolean; // the browser will not clear it by itself
}

/** Fails where the browser keeps nothing, as in some private windows. */
export function useDeviceStorage() {
  return useQuery({ queryKey: keys.storage, queryFn: measureDevice, staleTime: 0 });
}

async function measureDevice(): Promise<DeviceStorage> {
  const { entries, pictures, pictureBytes } = await (await store()).measure();
  const estimate = (await navigator.storage?.estimate?.()) ?? {};
  return {
    entries,
    pictures,
    pictureBytes,
    used: estimate.usage ?? null,
    available: estimate.quota ?? null,
    isLasting: (await navigator.storage?.persisted?.()) ?? false,
  };
}

/** `free.mutate("pictures")`: it can all be loaded again. What waits to be sent stays. */
export function useFreeUp() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (what: "pictures" | "everything") => {
      if (what === "pictures") return await (await store()).dropAllPictures();
      const { dropReading } = await import("@/device/database");
      await dropReading();
    },
    onSettled: () => void client.invalidateQueries({ queryKey: keys.storage }),
  });
}

/** Ask the browser not to clear what is kept when room is short. Returns whether it agrees. */
export function useAskToKeep() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => (await navigator.storage?.persist?.()) ?? false,
    onSettled: () => void client.invalidateQueries({ queryKey: keys.storage }),
  });
}

export function useFillNow() {
  return useMutation({
    mutationFn: async () => (await import("./start")).startFilling(),
  });
}

export function useSendNow() {
  return useMutation({
    mutationFn: async () => (await import("@/device/log/outbox")).sendWaiting(),
  });
}
