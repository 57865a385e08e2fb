import { z } from 'zod';
import { externalEvent, logEntry, step, taskHistoryResponse, taskResponse } from '#contract';
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
  ...leftOutOf(copyParts.run, ['steps', 'events', 'logs']),
});

export type RunCopy = z.output<typeof runCopy>;
