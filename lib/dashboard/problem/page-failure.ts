import type { DashboardProblem } from './problem.ts';
import { readShownProblem } from './shown-problem.ts';

const marker = 'taskdeck-problem:';

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
export function readDigest(digest: string | undefined): DashboardProblem | undefined {
  return digest?.startsWith(marker) ? readShownProblem(digest.slice(marker.length)) : undefined;
}
