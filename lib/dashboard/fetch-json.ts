import { z } from 'zod';
import { parseJson, problem } from '#contract';
import { type DashboardProblem, ProblemError } from './problem.ts';

// zod otherwise tries `new Function`, which the content security policy forbids and reports
z.config({ jitless: true });

const shownProblem = problem.pick({ code: true, detail: true, requestId: true, errors: true });
const dashboardProblem = z.object({
  code: z.enum(['Unreachable', 'BadAnswer', 'ForeignOrigin']),
  detail: z.string(),
  requestId: z.string().optional(),
});

/** Reads JSON from a GET handler of this dashboard, numbers exact. Throws `ProblemError`; an abort stays an abort. */
export async function fetchJson<Answer>(url: string, options: { signal?: AbortSignal } = {}): Promise<Answer> {
  const response = await reach(url, options);
  const text = await response.text();
  if (!response.ok) throw new ProblemError(readProblem(response.status, text));
  return trustAnswer<Answer>(parseJson(text));
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
    throw new ProblemError(
      { code: 'Unreachable', detail: 'The dashboard did not answer. Check the connection.' },
      { cause },
    );
  }
}

function readProblem(status: number, text: string): DashboardProblem {
  try {
    const given = JSON.parse(text);
    const known = z.union([shownProblem, dashboardProblem]).safeParse(given);
    if (known.success) return withoutUndefined(known.data);
  } catch {
    // not JSON: a proxy's or a crash's page, told below
  }
  return { code: 'BadAnswer', detail: `The dashboard answered ${status} without saying why.` };
}

function withoutUndefined(data: z.infer<typeof shownProblem> | z.infer<typeof dashboardProblem>): DashboardProblem {
  return {
    code: data.code,
    detail: data.detail,
    ...(data.requestId === undefined ? {} : { requestId: data.requestId }),
    ...('errors' in data && data.errors !== undefined ? { errors: data.errors } : {}),
  };
}

/** The answer comes from a GET handler of this same build, whose type the caller names. */
function trustAnswer<Answer>(value: unknown): Answer {
  return value as Answer;
}
