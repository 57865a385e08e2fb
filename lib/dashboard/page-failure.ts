import { z } from 'zod';
import type { DashboardProblem } from './problem.ts';

const marker = 'taskdeck-problem:';

const carried = z.object({ code: z.string(), detail: z.string(), requestId: z.string().optional() });

/**
 * A failure of a page on the server. In production React hands the browser nothing of a server's error but its
 * `digest`, so the problem, whose words are meant for people, travels in it.
 */
export class PageFailure extends Error {
  override readonly name = 'PageFailure';
  readonly digest: string;

  constructor(problem: DashboardProblem) {
    super(problem.detail);
    const { code, detail, requestId } = problem;
    this.digest = marker + JSON.stringify({ code, detail, requestId });
  }
}

/** The problem in an error's digest; `undefined` where the error is not a `PageFailure`. */
export function readDigest(digest: string | undefined): z.infer<typeof carried> | undefined {
  if (!digest?.startsWith(marker)) return undefined;
  try {
    return carried.safeParse(JSON.parse(digest.slice(marker.length))).data;
  } catch {
    return undefined; // cut short on its way: then it is an error like any other
  }
}
