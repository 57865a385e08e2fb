import type { LogEntry } from '#contract';
import type { LogWindow } from './log-window.ts';

/** Finds the page and line of a row in a window without building a row for each line. */
type LogRows = {
  count: number;
  pageOf: (row: number) => number;
  /** The line of a row; `undefined` while its page is not in memory. */
  lineOf: (row: number) => LogEntry | undefined;
  /** The attempt that begins with this row, where it is another than before. */
  attemptFrom: (row: number) => number | undefined;
  /** The row's place, which stays its own when lines are added on either side. */
  keyOf: (row: number) => string;
  rowOf: (id: string) => number | undefined;
};

export function logRows(window: LogWindow): LogRows {
  const starts: number[] = [];
  let count = 0;
  for (const page of window.pages) {
    starts.push(count);
    count += page.attempts.length;
  }
  const pageOf = (row: number) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= row) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  const offset = (row: number) => row - (starts[pageOf(row)] ?? 0);
  const attemptOf = (row: number) => window.pages[pageOf(row)]?.attempts[offset(row)];
  return {
    count,
    pageOf,
    lineOf: (row) => window.pages[pageOf(row)]?.lines?.[offset(row)],
    attemptFrom: (row) => {
      const attempt = attemptOf(row);
      if (row === 0) return window.hasOlder || attempt === 1 ? undefined : attempt;
      return attempt === attemptOf(row - 1) ? undefined : attempt;
    },
    keyOf: (row) => `${window.pages[pageOf(row)]?.firstId ?? ''}+${offset(row)}`,
    rowOf: (id) => {
      for (const [index, page] of window.pages.entries()) {
        const at = page.lines?.findIndex((line) => line.id === id) ?? -1;
        if (at !== -1) return (starts[index] ?? 0) + at;
      }
      return undefined;
    },
  };
}
