// The number of unread entries on the app's icon, where there is one.

export async function showBadge(unread: number): Promise<void> {
  try {
    if (unread > 0) await navigator.setAppBadge?.(unread);
    else await navigator.clearAppBadge?.();
  } catch {
    // Not installed, or not allowed: there is no icon to put it on.
  }
}
