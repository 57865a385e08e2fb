import fc from 'fast-check';
import { expect, test } from 'vitest';
import { itemName, operations, taskId } from '#contract';
import { requestUrl } from './request-url.ts';

const endpoint = 'http://127.0.0.1:7700';

/** Cheaper than `toThrow`, which reads every stack. */
function isRefused(send: () => string): boolean {
  try {
    send();
    return false;
  } catch (error) {
    return error instanceof RangeError;
  }
}

/** What a server sees: the path is split before its parts are decoded. */
const segments = (url: string) => new URL(url).pathname.split('/').slice(1).map(decodeURIComponent);

test('every id and name that the contract allows arrives as it is; every other is refused', () => {
  const id = fc.oneof(fc.string({ unit: fc.constantFrom(...'aZ09._:-'), minLength: 1, maxLength: 128 }), fc.string());
  const name = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('.', '..', 'a/../b', '%2e', '?x#y', ' '));
  fc.assert(
    fc.property(id, name, (id, name) => {
      const send = () => requestUrl(endpoint, operations.RaiseTaskEvent, { id, name }, {});
      const isAllowed = taskId.safeParse(id).success && itemName.safeParse(name).success && name.isWellFormed();
      if (isAllowed) expect(segments(send())).toEqual(['v1', 'tasks', id, 'events', name]);
      else expect(isRefused(send)).toBe(true);
    }),
  );
});

test('every 64-bit run count arrives with all its digits; every other is refused', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 65n), max: 2n ** 65n }), (runCount) => {
      const send = () => requestUrl(endpoint, operations.GetTaskHistory, { id: 't', runCount }, {});
      if (runCount >= 1n && runCount < 2n ** 63n) expect(segments(send()).at(-1)).toBe(String(runCount));
      else expect(isRefused(send)).toBe(true);
    }),
  );
});

test('every text of a filter arrives as it is', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 256, unit: 'grapheme' }), (search) => {
      fc.pre(search.length <= 256);
      const url = requestUrl(endpoint, operations.ListTasks, {}, { search, status: ['failed', 'queued'] });
      const query = new URL(url).searchParams;
      expect([query.get('search'), query.getAll('status')]).toEqual([search, ['failed', 'queued']]);
    }),
  );
});
