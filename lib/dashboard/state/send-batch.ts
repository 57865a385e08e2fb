import type { EntryOutcome } from '@/components/state/write-outcome.ts';
import type { Clock } from '../live/clock.ts';
import { retryDelay } from '../live/retry-delay.ts';
import { answered } from '../problem/answered.ts';
import type { DashboardProblem } from '../problem/problem.ts';
import { problemStatus } from '../problem/problem-status.ts';

/** What a batch came to: one outcome for each of its entries, or why none was sent. */
export type BatchAnswer =
  | { ok: true; value: { outcomes: readonly EntryOutcome[]; receipt?: string | undefined } }
  | { ok: false; problem: Pick<DashboardProblem, 'code' | 'detail'> };

type Sending = {
  /** Ends the waits between two tries. */
  signal: AbortSignal;
  clock: Pick<Clock, 'after'>;
  /** Of a batch that may have been sent before; a new one without it. */
  idempotencyKey?: string;
  /** Called before it waits for the next try. */
  tell: (failure: string) => void;
};

/** A batch without an answer is sent this often, over a minute and a half. */
const mostTries = 8;

/**
 * Sends a batch, and again under its key until there is an answer: this tells what became of it. The last answer can be
 * lost too.
 */
export async function sendBatch(
  send: (idempotencyKey: string) => Promise<BatchAnswer>,
  { signal, clock, tell, idempotencyKey = crypto.randomUUID() }: Sending,
): Promise<BatchAnswer> {
  for (let tries = 1; ; tries++) {
    const answer = await answered(send(idempotencyKey));
    if (answer.ok || !isLost(answer.problem) || tries >= mostTries || signal.aborted) return answer;
    tell(whyWaiting(answer.problem));
    await passed(retryDelay(tries), clock, signal);
    if (signal.aborted) return answer;
  }
}

/** Why it waits, without the advice after the first sentence: it tries again by itself. */
function whyWaiting({ code, detail }: Pick<DashboardProblem, 'code' | 'detail'>): string {
  return code === 'NothingDone' ? 'There is no connection.' : detail.replace(/\. .*/s, '.');
}

/** Whether a batch may have been done although it failed: no answer came, or none that says it. */
export function isLost({ code }: Pick<DashboardProblem, 'code'>): boolean {
  return problemStatus(code) >= 500;
}

/** Resolves after a delay, or when it is stopped. */
function passed(delayInMs: number, clock: Sending['clock'], signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const cancel = clock.after(delayInMs, resolve);
  const stop = () => resolve();
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop);
  return promise.finally(() => {
    cancel();
    signal.removeEventListener('abort', stop);
  });
}
