'use client';
import { toast } from '@/components/ui/toast.ts';
import type { Watched } from '@/components/watch/watched.ts';
import { stopWatching, watch, watchedNow } from './watch-list.ts';

/** Begins or ends to watch something. Beginning asks the browser, once, whether it may show notifications. */
export async function toggleWatch(watched: Watched): Promise<void> {
  if (watchedNow().some(({ id }) => id === watched.id)) {
    stopWatching([watched.id]);
    toast.success('No longer watched', { description: watched.name });
    return;
  }
  watch(watched);
  const permission = await askForNotifications();
  toast.success('Watched in this tab', {
    description:
      permission === 'granted'
        ? `You’re notified when ${moves[watched.kind]}.`
        : `A message here tells when ${moves[watched.kind]}. The browser shows no notifications of this site.`,
  });
}

const moves = {
  task: 'it ends, fails or runs again',
  filter: 'tasks that match end, fail, run again or are new',
  operation: 'it is paused or ends',
} as const;

async function askForNotifications(): Promise<NotificationPermission> {
  if (!('Notification' in window)) return 'denied';
  return Notification.permission === 'default' ? Notification.requestPermission() : Notification.permission;
}
