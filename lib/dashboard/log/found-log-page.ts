import type { FoundLogEntry } from '#contract';
import type { Named } from '@/components/task/task-names.ts';
import type { ListPage } from '../list/page.ts';

/** A page of the logs of all tasks on its way to the browser. */
export type FoundLogPage = ListPage<Named<FoundLogEntry>> & { newestId?: string };

/** Lines that are held above the first page's end before a list that flows begins anew. */
const mostFlowed = 2_000;
/** Lines of several writers can arrive out of order: ids that were passed are looked at again. */
const idsAgain = 1_000;

/** The id after which new lines are looked for; `undefined` when no line has been written yet. */
export function idToReadAfter(pages: readonly FoundLogPage[]): string | undefined {
  const newest = pages[0]?.newestId;
  return newest === undefined ? undefined : String(Math.max(0, Number(newest) - idsAgain));
}

/** Lines that have come since the pages were read. */
export type FoundLogNews = {
  count: number;
  /** Whether more have come than one page holds. */
  isMore: boolean;
  /** The pages with them; `undefined` when the list has to begin anew to have them. */
  pages: readonly FoundLogPage[] | undefined;
};

/** Compares the pages in memory with an answer that has only the lines after `idToReadAfter`. */
export function foundLogNews(pages: readonly FoundLogPage[], answer: FoundLogPage): FoundLogNews {
  const [first = { value: [] }, ...later] = pages;
  const known = new Set(first.value.map(({ id }) => id));
  const fresh = answer.value.filter(({ id }) => !known.has(id));
  const isMore = answer.continuationToken !== undefined;
  if (isMore || first.value.length + fresh.length > mostFlowed)
    return { count: fresh.length, isMore, pages: undefined };
  const newestId = answer.newestId ?? first.newestId;
  const value = [...fresh, ...first.value].sort((one, other) => Number(other.id) - Number(one.id));
  return {
    count: fresh.length,
    isMore,
    pages: [{ ...first, value, ...(newestId === undefined ? {} : { newestId }) }, ...later],
  };
}
