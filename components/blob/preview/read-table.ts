import Papa from 'papaparse';

/** The beginning of a table: its first line as the head, and the rows below. */
type PreviewTable = {
  head: string[];
  rows: string[][];
  /** There are more rows or columns than these. */
  isCut: boolean;
};

const shownRows = 200;
const shownColumns = 100;

/** Reads CSV or TSV; `isWhole`: the text is all of it, else its last line may be cut off and is left out. */
export function readTable(
  text: string,
  { delimiter, isWhole }: { delimiter: string | undefined; isWhole: boolean },
): PreviewTable {
  const { data, meta } = Papa.parse<string[]>(text, {
    delimiter: delimiter ?? '',
    preview: shownRows + 2,
    skipEmptyLines: 'greedy',
  });
  const complete = isWhole || meta.truncated ? data : data.slice(0, -1);
  const [head = [], ...rows] = complete.slice(0, shownRows + 1);
  const width = Math.max(head.length, ...rows.map((row) => row.length));
  const columns = Math.min(width, shownColumns);
  return {
    head: fitted(head, columns),
    rows: rows.map((row) => fitted(row, columns)),
    isCut: !isWhole || complete.length > shownRows + 1 || width > shownColumns,
  };
}

function fitted(row: readonly string[], columns: number): string[] {
  return Array.from({ length: columns }, (_, at) => row[at] ?? '');
}
