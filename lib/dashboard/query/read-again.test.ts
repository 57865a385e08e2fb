import { onlineManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { ProblemError } from '../problem/problem.ts';
import { readAgain, readNow, whileConnected } from './read-again.ts';

const queryKey = ['locks'];
let end = () => {};
afterEach(() => {
  end();
  onlineManager.setOnline(true);
  vi.useRealTimers();
});

/** Shows a query whose first read ended. Each later one ends when the test answers it. */
async function show() {
  const answers: ((value: string) => void)[] = [];
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const queryFn = () => new Promise<string>((resolve) => answers.push(resolve));
  const stop = new QueryObserver(client, { queryKey: [...queryKey, 'list'], queryFn }).subscribe(() => {});
  end = () => {
    stop();
    client.clear();
  };
  answers[0]?.('held');
  const shown = () => client.getQueryData([...queryKey, 'list']);
  await vi.waitFor(() => expect(shown()).toBe('held'));
  return { client, answers, shown };
}

it('resolves when what is shown has been read', async () => {
  const { client, answers, shown } = await show();
  const done = readAgain(client, ['other'], queryKey).then(shown);
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.('released');
  expect(await done).toBe('released');
});

it('resolves when the network is cut during the read, which goes on', async () => {
  const { client, answers, shown } = await show();
  const done = readAgain(client, queryKey).then(shown);
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  onlineManager.setOnline(false);
  expect(await done).toBe('held');
  answers[1]?.('released');
  await vi.waitFor(() => expect(shown()).toBe('released'));
});

it('resolves without a network, and reads when it is back', async () => {
  const { client, answers } = await show();
  onlineManager.setOnline(false);
  await readAgain(client, queryKey);
  expect(answers).toHaveLength(1);
  client.mount();
  onlineManager.setOnline(true);
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  client.unmount();
});

it('waits two seconds at most', async () => {
  vi.useFakeTimers();
  const done = whileConnected(new Promise<string>(() => {}));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await done).toBeUndefined();
});

it('keeps no timer and no listener of a read that ended', async () => {
  vi.useFakeTimers();
  expect(await whileConnected(Promise.resolve('read'))).toBe('read');
  expect([vi.getTimerCount(), onlineManager.hasListeners()]).toEqual([0, false]);
});

it('tells what is there now, what is gone, and nothing where that could not be read', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  let read = async () => 'first';
  const observer = new QueryObserver(client, { queryKey, queryFn: () => read() });
  end = observer.subscribe(() => {});
  await vi.waitFor(() => expect(client.getQueryData(queryKey)).toBe('first'));
  read = async () => 'second';
  expect(await readNow(observer.refetch)).toBe('second');
  read = () => Promise.reject(new Error('away'));
  expect(await readNow(observer.refetch)).toBeUndefined();
  read = () => Promise.reject(new ProblemError({ code: 'AlertNotFound', detail: 'deleted' }));
  expect(await readNow(observer.refetch)).toBeNull();
  expect(client.getQueryData(queryKey), 'the earlier answer is still shown').toBe('second');
});
