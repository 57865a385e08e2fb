import type { EntryRow } from '@/components/state/entry.ts';
import { compareWithNow, type EntryPage, settleMissing } from './entry-pages.ts';

/** The pages of a list that are in memory, each with the token that it was read with. */
type EntryPages = { pages: readonly EntryPage[]; pageParams: readonly string[] };

/** The rows on the screen, by their places in the list. */
export type RowRange = { first: number; last: number };

/** How a look reads what is there now. */
export type EntryReads = {
  readPage(asOf: string, token: string): Promise<EntryPage>;
  /** Entries of these ids, without those that are gone. */
  readRows(ids: readonly string[]): Promise<readonly EntryRow[]>;
};

const mostAskedFor = 50;

/** What a look found: ids that no page had, and how the pages change by it. */
type EntryLook = {
  added: ReadonlySet<string>;
  /** The pages with what was found; pages that were read anew meanwhile keep their rows. */
  apply(present: readonly EntryPage[]): EntryPage[];
};

/** Reads the pages on the screen again. Rejects when one of them cannot be read. */
export async function lookAgain(known: EntryPages, view: RowRange, reads: EntryReads): Promise<EntryLook> {
  const ids = new Set(known.pages.flatMap((page) => page.value.map(({ id }) => id)));
  const shown = pagesInView(known.pages, view);
  const read = await Promise.all(
    shown.map((index) => reads.readPage(known.pages[index]?.asOf ?? '', known.pageParams[index] ?? '')),
  );
  const fresh = new Map<number, EntryPage>();
  const added = new Set<string>();
  const missing = new Set<string>();
  shown.forEach((index, place) => {
    const [old, now] = [known.pages[index], read[place]];
    if (old === undefined || now === undefined) return;
    const compared = compareWithNow(old, now, ids);
    fresh.set(index, compared.page);
    for (const id of compared.missing) missing.add(id);
    for (const id of compared.added) added.add(id);
  });
  const asked = new Set([...missing].slice(0, mostAskedFor));
  const found = asked.size === 0 ? [] : await reads.readRows([...asked]);
  return {
    added,
    apply: (present) =>
      present.map((page, index) =>
        settleMissing(page === known.pages[index] ? (fresh.get(index) ?? page) : page, asked, found),
      ),
  };
}

/** The indexes of the pages that have rows on the screen; an empty first page counts as one. */
export function pagesInView(pages: readonly EntryPage[], { first, last }: RowRange): number[] {
  let start = 0;
  return pages.flatMap((page, index) => {
    const begin = start;
    start += page.value.length;
    const isShown = begin <= last && start > first;
    return isShown || (index === 0 && page.value.length === 0) ? [index] : [];
  });
}

/** How many of the ids that a look found are not shown: the list can be read again meanwhile, such as after an upload. */
export function countNew(added: ReadonlySet<string>, rows: readonly EntryRow[]): number {
  const shown = new Set(rows.map(({ id }) => id));
  return [...added].filter((id) => !shown.has(id)).length;
}

/** The rows of all pages. An entry that was written while its list was read can stand on two: the first one counts. */
export function distinctRows(pages: readonly EntryPage[]): EntryRow[] {
  const seen = new Map<string, EntryRow>();
  for (const page of pages) for (const row of page.value) if (!seen.has(row.id)) seen.set(row.id, row);
  return [...seen.values()];
}
