import { z } from 'zod';
import { parseJson, stringifyJson } from '#contract';
import { bulkOperationCopy } from './bulk-operation-copy.ts';
import { errorGroupCopy } from './error-group-copy.ts';
import { runCopy } from './run-copy.ts';

const copy = z.discriminatedUnion('format', [runCopy, errorGroupCopy, bulkOperationCopy]);

/** A run, an error group or a bulk operation as its sender saw it. */
export type Copy = z.output<typeof copy>;

const begin = '<script type="application/json" id="taskdeck-copy">';
const end = '</script>';

/** The data of a copy as an element of a page. No text of it can end the element. */
export function writeCopyData(data: Copy): string {
  return `${begin}${stringifyJson(data).replaceAll('<', '\\u003c')}${end}`;
}

/** Reads the copy in a file. Returns why it cannot be opened otherwise. */
export function readCopyData(file: string): { copy: Copy } | { problem: string } {
  const from = file.indexOf(begin);
  const to = file.indexOf(end, from);
  if (from < 0 || to < 0) return { problem: 'This file is not a copy: it has no data of Taskdeck.' };
  const parsed = parse(file.slice(from + begin.length, to));
  if (parsed === undefined)
    return { problem: 'The data of this file cannot be read: it is not JSON, or is nested too deeply.' };
  if (parsed.success) return { copy: parsed.data };
  const [issue] = parsed.error.issues;
  return { problem: `The data of this file cannot be read: ${issue?.path.join('.')} ${issue?.message}.` };
}

function parse(text: string) {
  try {
    return copy.safeParse(parseJson(text));
  } catch {
    return undefined;
  }
}
