// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { draw } from '@/components/testing/draw.ts';
import { NotSentError } from './unreachable.ts';
import { useSendOnce } from './use-send-once.ts';

type Keyed = { idempotencyKey: string };

let sendOnce: ReturnType<typeof useSendOnce>;
let keys: string[] = [];
let isDone = false;
const change = async ({ idempotencyKey }: Keyed) => {
  keys.push(idempotencyKey);
  return { ok: isDone };
};
const ask = async ({ idempotencyKey }: Keyed) => change({ idempotencyKey });

function Form() {
  sendOnce = useSendOnce();
  return null;
}

function ReadingForm() {
  sendOnce = useSendOnce({ isSentAgain: false });
  return null;
}

beforeEach(async () => {
  keys = [];
  isDone = false;
  await draw(<Form />);
});

const different = () => new Set(keys).size;

it('sends the same request under the same key until it is done', async () => {
  await sendOnce({ name: 'a' }, change);
  isDone = true;
  await sendOnce({ name: 'a' }, change);
  expect(different()).toBe(1);
  await sendOnce({ name: 'a' }, change);
  expect(different()).toBe(2);
});

it('sends another request under another key', async () => {
  await sendOnce({ name: 'a' }, change);
  await sendOnce({ name: 'b' }, change);
  expect(different()).toBe(2);
});

it('keeps the key of each act, where a form tries one and then asks for the other', async () => {
  for (let tries = 0; tries < 2; tries += 1) {
    await sendOnce({ name: 'a' }, change);
    await sendOnce({ name: 'a', reason: 'r' }, ask);
  }
  expect(keys[2]).toBe(keys[0]);
  expect(keys[3]).toBe(keys[1]);
  expect(different()).toBe(2);
});

describe('where the answer is lost', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());
  const lostWith = (error: Error) => async (request: Keyed) => {
    await change(request);
    throw error;
  };
  const failed = new TypeError('fetch failed');
  /** Resolves with what a request came to, after all that it waits for. */
  async function settled<Answer>(request: Promise<Answer>): Promise<Answer | unknown> {
    const outcome = request.catch((error: unknown) => error);
    await vi.runAllTimersAsync();
    return outcome;
  }

  it('sends the request once more by itself, under its key', async () => {
    let tries = 0;
    const lostOnce = async (request: Keyed) => {
      tries += 1;
      return tries === 1 ? lostWith(failed)(request) : change(request);
    };
    isDone = true;
    expect(await settled(sendOnce({ name: 'a' }, lostOnce))).toEqual({ ok: true });
    expect(keys).toHaveLength(2);
    expect(different()).toBe(1);
  });

  it('sends it once more, too, when the dashboard has no answer from the service', async () => {
    const unanswered = async (request: Keyed) => {
      await change(request);
      return { ok: false, problem: { code: 'Unreachable' } };
    };
    expect(await settled(sendOnce({ name: 'a' }, unanswered))).toMatchObject({ problem: { code: 'Unreachable' } });
    expect(keys).toHaveLength(2);
  });

  it('tells when that is lost, too, and keeps the key for the next press', async () => {
    const lost = lostWith(failed);
    expect(await settled(sendOnce({ name: 'a' }, lost))).toBe(failed);
    expect(await settled(sendOnce({ name: 'a' }, lost))).toBe(failed);
    expect(keys).toHaveLength(4);
    expect(different()).toBe(1);
  });

  it('does not take a second try that was not sent for the outcome of the first', async () => {
    const errors = [failed, new NotSentError('offline')];
    const cutOff = async (request: Keyed) => lostWith(errors[keys.length] ?? failed)(request);
    expect(await settled(sendOnce({ name: 'a' }, cutOff))).toBe(failed);
    expect(keys).toHaveLength(2);
  });

  it('leaves what was refused or never sent as it is', async () => {
    await settled(sendOnce({ name: 'a' }, change));
    await settled(sendOnce({ name: 'b' }, lostWith(new NotSentError('offline'))));
    expect(keys).toHaveLength(2);
  });
});

it('leaves it to a form that finds out in another way', async () => {
  await draw(<ReadingForm />);
  const lost = async (request: Keyed): Promise<{ ok: boolean }> => {
    await change(request);
    throw new TypeError('fetch failed');
  };
  await expect(sendOnce({ name: 'a' }, lost)).rejects.toThrow('fetch failed');
  expect(keys).toHaveLength(1);
});
