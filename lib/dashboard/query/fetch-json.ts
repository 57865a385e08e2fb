import { parseJson } from '#contract';
import { hearPresent, presentHeader } from '@/components/ui/present.ts';
import { unreachable } from '@/components/ui/unreachable.ts';
import { browserClock } from '../live/clock.ts';
import { watchSilence } from '../live/silence.ts';
import { type DashboardProblem, ProblemError } from '../problem/problem.ts';
import { readShownProblem } from '../problem/shown-problem.ts';
import { circuitBreaker } from './browser-circuit-breaker.ts';
import { readGate } from './read-gate.ts';
import { maximumSilentSeconds, silentRead } from './silent-read.ts';

/**
 * Reads JSON from a GET handler of this dashboard, numbers exact. Throws `ProblemError`, also after 45 seconds without a
 * byte; an abort stays an abort. During an outage it throws at once, as `CircuitBreaker` says.
 */
export async function fetchJson<Answer>(url: string, options: { signal?: AbortSignal } = {}): Promise<Answer> {
  return trustAnswer<Answer>(parseJson(await fetchText(url, options)));
}

/** Reads the text of an answer, where parsing it would hold up the page. Throws as `fetchJson`. */
export async function fetchText(url: string, { signal }: { signal?: AbortSignal } = {}): Promise<string> {
  const admitted = circuitBreaker.admit();
  if (admitted !== undefined) await admitted;
  try {
    return await readGate.through(() => read(url, signal));
  } catch (error) {
    circuitBreaker.failed(error);
    throw error;
  }
}

async function read(url: string, signal: AbortSignal | undefined): Promise<string> {
  const limit = new AbortController();
  const silence = watchSilence(
    browserClock,
    () => maximumSilentSeconds,
    () => limit.abort(),
  );
  const { ok, status, text } = await receive(url, {
    signal: signal === undefined ? limit.signal : AbortSignal.any([signal, limit.signal]),
    heard: silence.heard,
  })
    .catch((cause: unknown) => {
      if (signal?.aborted) throw cause;
      throw new ProblemError(limit.signal.aborted ? silentRead : unreachable, { cause });
    })
    .finally(silence.stop);
  if (!ok) throw new ProblemError(readProblem(status, text));
  return text;
}

type Receiving = { signal: AbortSignal; heard: () => void };

async function receive(
  url: string,
  { signal, heard }: Receiving,
): Promise<{ ok: boolean; status: number; text: string }> {
  const sentAt = Date.now();
  const { ok, status, headers, body } = await fetch(url, {
    headers: { accept: 'application/json' },
    credentials: 'same-origin',
    signal,
  });
  hearPresent({ sentAt, heardAt: Date.now(), serverTime: Number(headers.get(presentHeader) ?? Number.NaN) });
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  const parts: string[] = [];
  for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
    heard();
    parts.push(decoder.decode(part.value, { stream: true }));
  }
  return { ok, status, text: parts.join('') + decoder.decode() };
}

/** What is no problem document is a proxy's or a crash's page. */
function readProblem(status: number, text: string): DashboardProblem {
  return readShownProblem(text) ?? { code: 'BadAnswer', detail: `The dashboard answered ${status} without a reason.` };
}

/** The answer comes from a GET handler of this same build, whose type the caller names. */
function trustAnswer<Answer>(value: unknown): Answer {
  return value as Answer;
}
