import type { RevealTarget } from '#contract';
import { entryPath } from '@/components/state/state-path.ts';

/** The page of the entry or run that a request is about. */
export function approvalPath(target: RevealTarget): string {
  if ('storeName' in target) return entryPath(target.storeName, target.id);
  return `/tasks/${encodeURIComponent(target.taskId)}?run=${target.runCount}`;
}
