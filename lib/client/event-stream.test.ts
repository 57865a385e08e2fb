import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readServerSentEvents, type ServerSentEvent } from './event-stream.ts';

async function* cut(bytes: Uint8Array, at: readonly number[]) {
  const places = [...new Set(at.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b);
  let from = 0;
  for (const to of [...places, bytes.length]) {
    yield bytes.subarray(from, to);
    from = to;
  }
}

async function read(text: string, at: readonly number[] = []): Promise<ServerSentEvent[]> {
  const events: ServerSentEvent[] = [];
  for await (const event of readServerSentEvents(cut(new TextEncoder().encode(text), at), undefined))
    events.push(event);
  return events;
}

test('reads the events of a stream by the standard', async () => {
  const text = ': comment\nevent: a\ndata: 1\ndata:2\nid: 7\nretry\n\nevent: no data\n\ndata\n\ndata: unfinished';
  expect(await read(text)).toEqual([
    { event: 'a', data: '1\n2' },
    { event: 'message', data: '' },
  ]);
});

test('finds the same events wherever the network cuts the bytes, whatever the line ends', async () => {
  const line = fc.string({ unit: 'grapheme', maxLength: 8 }).map((text) => text.replace(/[\r\n]/g, '').trim());
  const event = fc.record({
    event: line.map((text) => text || 'x'),
    data: fc.array(line, { minLength: 1, maxLength: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(event, { maxLength: 4 }),
      fc.constantFrom('\n', '\r\n'),
      fc.array(fc.nat(300), { maxLength: 8 }),
      async (events, end, at) => {
        const text = events
          .flatMap(({ event, data }) => [`event: ${event}`, ...data.map((part) => `data: ${part}`), ''])
          .map((part) => part + end)
          .join('');
        const expected = events.map(({ event, data }) => ({ event, data: data.join('\n') }));
        expect(await read(text, at)).toEqual(expected);
      },
    ),
    { numRuns: 200 },
  );
});
