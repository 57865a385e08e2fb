import { parseJson } from '#contract';
import { unreachable } from '@/components/ui/unreachable.ts';
import { type DashboardProblem, ProblemError } from '../problem/problem.ts';
import { readShownProblem } from '../problem/shown-problem.ts';

/** Reads JSON from a GET handler of this dashboard, numbers exact. Throws `ProblemError`; an abort stays an abort. */
export async function fetchJson<Answer>(url: string, options: { signal?: AbortSignal } = {}): Promise<Answer> {
  return trustAnswer<Answer>(parseJson(await fetchText(url, options)));
}

/** Reads the text of an answer, where parsing it would hold up the page. Throws as `fetchJson`. */
export async function fetchText(url: string, options: { signal?: AbortSignal } = {}): Promise<string> {
  const response = await reach(url, options);
  const text = await response.text();
  if (!response.ok) throw new ProblemError(readProblem(response.status, text));
  return text;
}

async function reach(url: string, { signal }: { signal?: AbortSignal }): Promise<Response> {
  try {
    return await fetch(url, {
      headers: { accept: 'application/json' },
      credentials: 'same-origin',
      ...(signal === undefined ? {} : { signal }),
    });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new ProblemError(unreachable, { cause });
  }
}

/** What is no problem document is a proxy's or a crash's page. */
function readProblem(status: number, text: string): DashboardProblem {
  return readShownProblem(text) ?? { code: 'BadAnswer', detail: `The dashboard answered ${status} without a reason.` };
}

/** The answer comes from a GET handler of this same build, whose type the caller names. */
function trustAnswer<Answer>(value: unknown): Answer {
  return value as Answer;
}
