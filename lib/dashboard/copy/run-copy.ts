import { z } from 'zod';
import {
  externalEvent,
  logEntry,
  parseJson,
  step,
  stringifyJson,
  taskHistoryResponse,
  taskResponse,
  timestamp,
} from '#contract';

/** What can be left out of a copy. Values are the input, the output and the outputs of steps. */
export const copyParts = ['values', 'logs', 'events'] as const;
export type CopyPart = (typeof copyParts)[number];

/** A run as its sender saw it. */
export const runCopy = z.object({
  format: z.literal('taskdeck.run'),
  version: z.literal(1),
  madeOn: timestamp,
  madeBy: z.string(),
  task: taskResponse,
  run: taskHistoryResponse,
  steps: z.array(step),
  events: z.array(externalEvent),
  logs: z.array(logEntry),
  /** Parts that the sender left out or may not read. */
  leftOut: z.array(z.enum(copyParts)),
  /** Lists that were too long for the file. */
  isCut: z.object({ steps: z.boolean(), events: z.boolean(), logs: z.boolean() }),
});

export type RunCopy = z.output<typeof runCopy>;

const begin = '<script type="application/json" id="taskdeck-copy">';
const end = '</script>';

/** The data of a copy as an element of a page. No text of it can end the element. */
export function writeCopyData(copy: RunCopy): string {
  return `${begin}${stringifyJson(copy).replaceAll('<', '\\u003c')}${end}`;
}

/** Reads the copy in a file. Returns why it cannot be opened otherwise. */
export function readCopyData(file: string): { copy: RunCopy } | { problem: string } {
  const from = file.indexOf(begin);
  const to = file.indexOf(end, from);
  if (from < 0 || to < 0) return { problem: 'This file is no copy of a run: it has no data of Taskdeck.' };
  const parsed = runCopy.safeParse(parseOrNothing(file.slice(from + begin.length, to)));
  if (parsed.success) return { copy: parsed.data };
  const [issue] = parsed.error.issues;
  return { problem: `The data of this file cannot be read: ${issue?.path.join('.')} ${issue?.message}.` };
}

function parseOrNothing(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
