import { pointerPart } from '#contract';

/** Kinds of objects that JSON writes as `{}` whatever they hold, and what to do instead. */
const instead: Readonly<Record<string, string>> = {
  Promise: 'await it first',
  Map: 'give an object or an array',
  Set: 'give an array',
  WeakMap: 'give an object or an array',
  WeakSet: 'give an array',
  Error: 'give its message',
  DOMException: 'give its message',
  RegExp: 'give its source',
  Response: 'await its json() or text()',
  Request: 'await its json() or text()',
  Blob: 'await its text()',
  File: 'await its text()',
  ReadableStream: 'read it first',
  Headers: 'give Object.fromEntries of it',
  FormData: 'give Object.fromEntries of it',
  URLSearchParams: 'give its toString()',
  ArrayBuffer: 'give an array or a base64 text',
};

/** A part of a value that JSON would write as `{}`. `pointer` is empty for the value itself. */
type Emptied = { pointer: string; kind: string; instead: string };

/** Finds the first part of a value that JSON would write as `{}` whatever it holds. JSON can write the value. */
export function emptiedInJson(value: unknown, pointer = ''): Emptied | undefined {
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return undefined;
  const kind = Object.prototype.toString.call(value).slice(8, -1);
  const advice = instead[kind];
  const isWritten = kind === 'Error' && Object.keys(value).length > 0; // some have a code, which JSON writes
  if (advice !== undefined && !isWritten) return { pointer, kind, instead: advice };
  for (const name of Object.keys(value)) {
    const found = emptiedInJson(Reflect.get(value, name), `${pointer}/${pointerPart(name)}`);
    if (found !== undefined) return found;
  }
  return undefined;
}
