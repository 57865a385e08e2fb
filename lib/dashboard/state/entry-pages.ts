import type { EntryRow, SearchedPage } from '@/components/state/entry.ts';

export const entriesPerPage = 100;

/** A page of the list; all pages of a list count relative times from the first one's. */
export type EntryPage = SearchedPage & { asOf: string };

/** What reading a page again showed. */
type PageNews = {
  page: EntryPage;
  /** Rows of the old page that the new one does not have: changed places, or gone. */
  missing: string[];
  /** Rows of the new page that no page of the list had. */
  added: string[];
};

/** Compares a page with what is there now; rows that are in both are taken anew, in their old places. */
export function compareWithNow(old: EntryPage, now: EntryPage, known: ReadonlySet<string>): PageNews {
  const newer = new Map(now.value.map((row) => [row.id, row]));
  const value = old.value.map((row) => {
    const fresh = newer.get(row.id);
    return fresh === undefined || isSame(row, fresh) ? row : fresh;
  });
  const isChanged = value.some((row, index) => row !== old.value[index]);
  return {
    page: isChanged ? { ...old, value } : old,
    missing: old.value.filter(({ id, isDeleted }) => !newer.has(id) && isDeleted !== true).map(({ id }) => id),
    added: now.value.filter(({ id }) => !known.has(id)).map(({ id }) => id),
  };
}

/** Puts rows that were asked for by id in their places; those that were not found are marked as gone. */
export function settleMissing(page: EntryPage, asked: ReadonlySet<string>, found: readonly EntryRow[]): EntryPage {
  const newer = new Map(found.map((row) => [row.id, row]));
  if (!page.value.some(({ id }) => asked.has(id))) return page;
  const value = page.value.map((row) => {
    if (!asked.has(row.id)) return row;
    const fresh = newer.get(row.id);
    if (fresh === undefined) return row.isDeleted ? row : { ...row, isDeleted: true as const };
    return isSame(row, fresh) ? row : fresh;
  });
  return { ...page, value };
}

function isSame(row: EntryRow, fresh: EntryRow): boolean {
  return row.etag === fresh.etag && row.isDeleted !== true;
}
