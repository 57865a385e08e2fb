/** What is remembered of every page of a list, also of those whose rows have been let go. */
export type PageMark = {
  /** Continues with this page; the first one has none. */
  token: string | undefined;
  count: number;
  /** Continues after this page; `undefined` on the last one. */
  next: string | undefined;
  /** How far the search has come in time, where the page is short. */
  searchedTo?: string | undefined;
};

type LoadedPage<Row> = { value: Row[]; continuationToken?: string; searchedTo?: string };

/** The marks with a page that has been read. A page read anew replaces its mark; those after it stay while they join. */
export function markPage<Row>(marks: readonly PageMark[], index: number, page: LoadedPage<Row>): readonly PageMark[] {
  const mark = {
    token: marks[index - 1]?.next,
    count: page.value.length,
    next: page.continuationToken,
    searchedTo: page.searchedTo,
  };
  const known = marks[index];
  if (known !== undefined && isSameMark(known, mark)) return marks;
  const following = known?.next === mark.next ? marks.slice(index + 1) : [];
  return [...marks.slice(0, index), mark, ...following];
}

function isSameMark(one: PageMark, other: PageMark): boolean {
  return (
    one.count === other.count &&
    one.next === other.next &&
    one.token === other.token &&
    one.searchedTo === other.searchedTo
  );
}

/** The rows on the screen, by their places in the list. */
export type RowRange = { first: number; last: number };

/**
 * The pages to hold for the rows on the screen, by index: those that show them, with some rows before and after, and
 * the next unknown page where its beginning is near, unless reading on was stopped. The first one is always held: new
 * rows are told by it.
 */
export function pagesToHold(
  marks: readonly PageMark[],
  { first, last }: RowRange,
  rowsAround: number,
  isStopped = false,
): number[] {
  const held: number[] = [];
  let start = 0;
  marks.forEach(({ count }, index) => {
    const end = start + count;
    const isNear = start <= last + rowsAround && end >= first - rowsAround;
    if (index === 0 || isNear) held.push(index);
    start = end;
  });
  const hasNext = marks.length === 0 || marks.at(-1)?.next !== undefined;
  if (hasNext && !(isStopped && marks.length > 0) && start <= last + rowsAround) held.push(marks.length);
  return held;
}

/** Rows that stand for what comes after the last known page. */
const unknownRows = 3;

/** Every row of the list in order; `undefined` where a page is not held, and for what is read next. */
export function layRows<Row>(
  marks: readonly PageMark[],
  pages: ReadonlyMap<number, readonly Row[]>,
  isStopped = false,
): (Row | undefined)[] {
  const rows = marks.flatMap(({ count }, index): (Row | undefined)[] => {
    const page = pages.get(index);
    return Array.from({ length: count }, (_, position) => page?.[position]);
  });
  if (marks.length > 0 && marks.at(-1)?.next !== undefined && !isStopped)
    for (let extra = 0; extra < unknownRows; extra += 1) rows.push(undefined);
  return rows;
}
