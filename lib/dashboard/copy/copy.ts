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
  if (parsed.success) {
    const long = longListIn(parsed.data);
    return long === undefined ? { copy: parsed.data } : { problem: `The data of this file cannot be read: ${long}.` };
  }
  const [issue] = parsed.error.issues;
  return { problem: `The data of this file cannot be read: ${issue?.path.join('.')} ${issue?.message}.` };
}

/** Lists in records of a copy that can have more than `mostInRecord` items. */
const longLists = new Set(['attempts', 'ids']);
const mostInLongList = 10_000;
const mostInRecord = 1_000;

/** Values of tasks, of any size: they are drawn as far as they are seen. */
const values = new Set(['input', 'output', 'data', 'value', 'fields']);

/** Returns which list in the records of a copy is longer than Taskdeck makes it: to draw it would hold up the browser. */
function longListIn(data: object): string | undefined {
  const lists = Object.values(data).filter((one) => Array.isArray(one));
  const records = [...Object.values(data), ...lists.flat()].filter((one) => !Array.isArray(one));
  const left: unknown[] = records;
  while (left.length > 0) {
    const record = left.pop();
    if (typeof record !== 'object' || record === null) continue;
    for (const [name, part] of Object.entries(record)) {
      if (typeof part !== 'object' || part === null || values.has(name)) continue;
      const most = longLists.has(name) ? mostInLongList : mostInRecord;
      const { length } = Object.keys(part);
      if (length > most) return `${name} has ${length} items, and at most ${most} are possible`;
      left.push(part);
    }
  }
  return undefined;
}

function parse(text: string) {
  try {
    return copy.safeParse(parseJson(text));
  } catch {
    return undefined;
  }
}
