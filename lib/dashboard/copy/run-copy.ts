import { z } from 'zod';
import { externalEvent, logEntry, step, taskHistoryResponse, taskResponse } from '#contract';
import { copiedStack } from './copied-stack.ts';
import { copyHead, leftOutOf, mostCopied } from './copy-head.ts';
import { copyParts } from './copy-parts.ts';

/** A run as its sender saw it. */
export const runCopy = z.object({
  format: z.literal('taskdeck.run'),
  ...copyHead,
  task: taskResponse,
  run: taskHistoryResponse,
  steps: z.array(step).max(mostCopied.steps),
  events: z.array(externalEvent).max(mostCopied.events),
  logs: z.array(logEntry).max(mostCopied.logs),
  /** Copies that were made before have none. */
  sources: z.array(copiedStack).max(mostCopied.sources).default([]),
  ...leftOutOf(copyParts.run, ['steps', 'events', 'logs', 'sources']),
});

export type RunCopy = z.output<typeof runCopy>;
