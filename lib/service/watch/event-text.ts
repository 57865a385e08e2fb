import { stringifyJson, type WatchChange } from '#contract';

const encoder = new TextEncoder();
const texts = new WeakMap<WatchChange, Uint8Array>();

/** Returns the text of a server-sent event. */
export function eventText(event: string, data: unknown): Uint8Array {
  return encoder.encode(`event: ${event}\ndata: ${stringifyJson(data)}\n\n`);
}

/** Returns the event of a change, which is made once for all streams that send it. */
export function changeText(change: WatchChange): Uint8Array {
  const text = texts.get(change) ?? eventText('change', change);
  texts.set(change, text);
  return text;
}
