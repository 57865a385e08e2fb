import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ProblemError } from '../problem/problem.ts';
import { FailedReads } from './failed-reads.ts';
import { followQueries, readFailedFirst } from './follow-queries.ts';

const away = new ProblemError({ code: 'ServiceUnavailable', detail: 'PostgreSQL is away' });
const gone = new ProblemError({ code: 'TaskNotFound', detail: 'no such task' });

let queryClient: QueryClient;
let answer: () => Promise<string>;
let retries: (() => void)[];
let reads: FailedReads;
let stop: () => void;

beforeEach(() => {
  queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  queryClient.mount();
  answer = async () => 'data';
  retries = [];
  reads = new FailedReads({
    now: () => 10_000,
    random: () => 0.5,
    isIdle: () => false,
    after(_delay, call) {
      retries.push(call);
      return () => {
        retries = retries.filter((one) => one !== call);
      };
    },
  });
  stop = followQueries(queryClient, reads, () => 1_000);
});
afterEach(() => {
  stop();
  queryClient.unmount();
});

/** Shows a query as a component does. Returns how it leaves the page. */
async function show(queryKey: string[]): Promise<() => void> {
  const observer = new QueryObserver(queryClient, { queryKey, queryFn: () => answer() });
  const leave = observer.subscribe(() => {});
  await settled();
  return leave;
}

async function readAgain(queryKey: string[]): Promise<void> {
  await queryClient.refetchQueries({ queryKey });
  await settled();
}

const settled = () => expect.poll(() => queryClient.isFetching()).toBe(0);
const fails = (error: Error) => () => Promise.reject(error);

it('knows since when what is shown could not be read again, and that it could again', async () => {
  await show(['tasks']);
  expect(reads.since).toBeUndefined();
  answer = fails(away);
  await readAgain(['tasks']);
  expect(reads.since).toBe(1_000);
  answer = async () => 'data';
  for (const retry of [...retries]) retry();
  await settled();
  expect(reads.since, 'it was repeated').toBeUndefined();
});

it('does not count what is no longer on the page, and counts it when it is back', async () => {
  const leave = await show(['tasks']);
  answer = fails(away);
  await readAgain(['tasks']);
  leave();
  expect(reads.since).toBeUndefined();
  await show(['tasks']);
  expect(reads.since).toBe(1_000);
  queryClient.removeQueries({ queryKey: ['tasks'] });
  expect(reads.since).toBeUndefined();
});

it('leaves a first read to the page, which shows the failure itself', async () => {
  answer = fails(away);
  await show(['tasks']);
  expect(reads.since).toBeUndefined();
});

it('takes it for an answer that a thing is gone', async () => {
  await show(['task']);
  answer = fails(gone);
  await readAgain(['task']);
  expect(reads.since).toBeUndefined();
});

it('reads again what was never read when the service is back', async () => {
  answer = fails(away);
  await show(['tasks']);
  answer = async () => 'data';
  readFailedFirst(queryClient);
  await settled();
  expect(queryClient.getQueryData(['tasks'])).toBe('data');
});
