'use client';
import { toast } from '@/components/ui/toast.ts';
import type { Watched } from '@/components/watch/watched.ts';
import { stopWatching, watch, watchedNow } from './watch-list.ts';

/** Begins or ends to watch a task. Beginning asks the browser, once, whether it may show notifications. */
export async function toggleWatch(task: Watched): Promise<void> {
  if (watchedNow().some(({ id }) => id === task.id)) {
    stopWatching([task.id]);
    toast.success('No longer watched', { description: task.name });
    return;
  }
  watch(task);
  const permission = await askForNotifications();
  toast.success('Watched in this tab', {
    description:
      permission === 'granted'
        ? 'You’re notified when it ends, fails or runs again.'
        : 'A message here tells when it ends, fails or runs again. The browser shows no notifications of this site.',
  });
}

async function askForNotifications(): Promise<NotificationPermission> {
  if (!('Notification' in window)) return 'denied';
  return Notification.permission === 'default' ? Notification.requestPermission() : Notification.permission;
}
