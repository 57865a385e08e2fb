import type { StepView } from './step-view.ts';

/** A page of steps and the token that it was read with. */
type StepPage = { token: string | undefined; steps: readonly StepView[]; next: string | undefined };

/** What is loaded of a run's journal, in order. */
export type StepPages = { pages: readonly StepPage[]; hasMore: boolean };

type ReadPage = (token: string | undefined) => Promise<{ value: StepView[]; continuationToken?: string | undefined }>;

/**
 * Reads the journal up to `maximum` steps. Of what was read before, full pages whose steps all ended are kept: a
 * journal of thousands of steps is not read again for each new one.
 */
export async function readStepPages(
  readPage: ReadPage,
  before: StepPages | undefined,
  maximum: number,
): Promise<StepPages> {
  const pages: StepPage[] = [];
  let token: string | undefined;
  let count = 0;
  do {
    const known = before?.pages[pages.length];
    const page = known !== undefined && known.token === token && isSettled(known) ? known : await read(readPage, token);
    pages.push(page);
    count += page.steps.length;
    token = page.next;
  } while (token !== undefined && count < maximum);
  return { pages, hasMore: token !== undefined };
}

async function read(readPage: ReadPage, token: string | undefined): Promise<StepPage> {
  const page = await readPage(token);
  return { token, steps: page.value, next: page.continuationToken };
}

/** A failed step may run again in the next attempt of its run; one that succeeded never changes. */
function isSettled(page: StepPage): boolean {
  return page.next !== undefined && page.steps.every((step) => step.status === 'succeeded');
}

export function stepsOf(loaded: StepPages | undefined): StepView[] {
  return loaded?.pages.flatMap((page) => page.steps) ?? [];
}
