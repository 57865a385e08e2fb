'use client';
import { liveStream } from './browser-live-host.ts';

/** Shows a task as it is after something that the operator did to it, also while live updates are paused. */
export function tellOwnChange(taskId: string): void {
  liveStream.tellOwn([taskId]);
}
