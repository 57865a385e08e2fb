import { z } from 'zod';
import { externalEvent, logEntry, step, taskHistoryResponse, taskResponse } from '#contract';
import { copiedStack } from './copied-stack.ts';
import { copyHead, leftOutOf } from './copy-head.ts';
import { copyParts } from './copy-parts.ts';

/** A run as its sender saw it. */
export const runCopy = z.object({
  format: z.literal('taskdeck.run'),
  ...copyHead,
  task: taskResponse,
  run: taskHistoryResponse,
  steps: z.array(step),
  events: z.array(externalEvent),
  logs: z.array(logEntry),
  /** Copies that were made before have none. */
  sources: z.array(copiedStack).default([]),
  ...leftOutOf(copyParts.run, ['steps', 'events', 'logs', 'sources']),
});

export type RunCopy = z.output<typeof runCopy>;
