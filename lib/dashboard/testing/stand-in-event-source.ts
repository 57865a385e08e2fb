/**
 * Gives jsdom a live stream. It stays when globals are unstubbed at the end of a file: the stream of the tab connects again
 * whenever it was silent, until the document closes.
 */
export function standInEventSource(value: new () => EventTarget): void {
  Object.defineProperty(globalThis, 'EventSource', { configurable: true, value });
}
