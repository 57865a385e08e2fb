import { isCovered, pathOf } from './pointer.ts';
import type { ValueOrder } from './task-list-words.ts';
import { problemOfPath } from './value-condition-text.ts';

export const longestTaskPointer = 256;
export const taskPointerForm = /^\/(?:input|output)(?:\/|$)/;
export const taskPointerRule =
  'a JSON Pointer at or below /input or /output, such as /input/customer/id, of up to 256 characters';

/** Returns what is wrong with a path into a task that lists can show, if anything. */
export function problemOfTaskPointer(pointer: string): string | undefined {
  const isPointer = /^(\/([^~/]|~[01])*)+$/.test(pointer) && taskPointerForm.test(pointer);
  return isPointer && pointer.length <= longestTaskPointer ? problemOfPath(pointer) : taskPointerRule;
}

/** Whether a text is an order of the values at a path: `/input/total desc`. */
export function isTaskValueOrder(text: string): text is ValueOrder {
  const order = /^(\/.*) (?:asc|desc)$/s.exec(text);
  return order?.[1] !== undefined && problemOfTaskPointer(order[1]) === undefined;
}

/** Longer values are cut in lists, in bytes of JSON. */
export const longestListedValue = 1_024;

/** The root of a path and its parts below the root. */
export function partsOfValuePointer(pointer: string): { root: 'input' | 'output'; path: string[] } {
  const [root, ...path] = pathOf(pointer);
  return { root: root === 'output' ? 'output' : 'input', path };
}

/** Returns the sensitive pointers that cover the value at a path or a part of it. */
export function marksOver(pointer: string, sensitive: readonly string[]): string[] {
  return sensitive.filter((mark) => isCovered(pointer, mark) || mark.startsWith(`${pointer}/`));
}
