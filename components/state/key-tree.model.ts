import { numberText } from '#contract';
import type { TreePage } from './entry.ts';

/** What is known of a level: its pages so far, and how the next one stands. */
export type TreeLevel = { pages: readonly TreePage[]; state: 'ready' | 'loading' | 'failed' };

type Placed = {
  key: string;
  /** From 1, as `aria-level` counts. */
  depth: number;
  /** The prefix whose level it is in; empty at the top. */
  parent: string;
};

/** A row of the tree that is on the screen. */
export type TreeRow = Placed &
  (
    | {
        kind: 'prefix';
        prefix: string;
        /** The segment, without the delimiter; empty where two delimiters meet. */
        label: string;
        count: number;
        isCapped: boolean;
        isOpen: boolean;
      }
    | { kind: 'entry'; id: string; label: string; hasBlob: boolean }
    | { kind: 'more' | 'loading' | 'failed'; label: string }
  );

/** The rows of a tree: every level that is open, in the order of ids. */
export function treeRows(
  levels: ReadonlyMap<string, TreeLevel>,
  open: ReadonlySet<string>,
  delimiter: string,
  parent = '',
  depth = 1,
): TreeRow[] {
  const level = levels.get(parent);
  const rows: TreeRow[] = [];
  for (const item of level?.pages.flatMap(inOrder) ?? []) {
    if ('prefix' in item) {
      const isOpen = open.has(item.prefix);
      const label = item.prefix.slice(parent.length, -delimiter.length);
      const { prefix, entryCount: count, isCountCapped: isCapped } = item;
      rows.push({ kind: 'prefix', key: `p${prefix}`, depth, parent, prefix, label, count, isCapped, isOpen });
      if (isOpen) rows.push(...treeRows(levels, open, delimiter, prefix, depth + 1));
    } else {
      const { id, hasBlob } = item;
      rows.push({ kind: 'entry', key: `e${id}`, depth, parent, id, label: id.slice(parent.length), hasBlob });
    }
  }
  const end = endOf(level);
  if (end !== undefined) rows.push({ ...end, key: `${end.kind}${parent}`, depth, parent });
  return rows;
}

function endOf(level: TreeLevel | undefined): { kind: 'more' | 'loading' | 'failed'; label: string } | undefined {
  if (level === undefined || level.state === 'loading') return { kind: 'loading', label: 'Reading…' };
  if (level.state === 'failed') return { kind: 'failed', label: 'Not read. Try again' };
  if (level.pages.at(-1)?.continuationToken !== undefined) return { kind: 'more', label: 'Show more' };
  return undefined;
}

/** A page's prefixes and entries as they follow each other by id. */
function inOrder({ prefixes, entries }: TreePage): (TreePage['prefixes'][number] | TreePage['entries'][number])[] {
  const textOf = (item: TreePage['prefixes'][number] | TreePage['entries'][number]) =>
    'prefix' in item ? item.prefix : item.id;
  return [...prefixes, ...entries].sort((a, b) => compareIds(textOf(a), textOf(b)));
}

/** Ids in the order of the service: by code points. */
export function compareIds(left: string, right: string): number {
  const [a, b] = [Array.from(left), Array.from(right)];
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const difference = (a[at]?.codePointAt(0) ?? 0) - (b[at]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** Every prefix on the way to a place, outermost first, the place itself where it ends with the delimiter. */
export function prefixesOnTheWay(place: string, delimiter: string): string[] {
  const found: string[] = [];
  if (delimiter === '') return found; // it would be found everywhere, for ever
  for (let at = place.indexOf(delimiter); at >= 0; at = place.indexOf(delimiter, at + delimiter.length)) {
    found.push(place.slice(0, at + delimiter.length));
  }
  return found;
}

/** A count as it is shown: `12`, `1,000+`. */
export function countText({ count, isCapped }: { count: number; isCapped: boolean }): string {
  return `${numberText(count)}${isCapped ? '+' : ''}`;
}

/** What a key does in the tree. */
type TreeCommand = { kind: 'move'; to: number } | { kind: 'open' | 'close' | 'choose'; at: number };

/** Reads a key by the practice for trees: arrows, Home, End, Enter; `typed` are letters typed in quick succession. */
export function readTreeKey(
  key: string,
  rows: readonly TreeRow[],
  current: number,
  typed: string,
): TreeCommand | undefined {
  const row = rows[current];
  const move = (to: number): TreeCommand => ({ kind: 'move', to: Math.max(0, Math.min(rows.length - 1, to)) });
  if (row === undefined) return undefined;
  switch (key) {
    case 'ArrowDown':
      return move(current + 1);
    case 'ArrowUp':
      return move(current - 1);
    case 'Home':
      return move(0);
    case 'End':
      return move(rows.length - 1);
    case 'ArrowRight':
      if (row.kind !== 'prefix') return undefined;
      return row.isOpen ? move(current + 1) : { kind: 'open', at: current };
    case 'ArrowLeft': {
      if (row.kind === 'prefix' && row.isOpen) return { kind: 'close', at: current };
      const parent = rows.findIndex((one) => one.kind === 'prefix' && one.prefix === row.parent);
      return parent < 0 ? undefined : move(parent);
    }
    case 'Enter':
    case ' ':
      return { kind: 'choose', at: current };
    default: {
      if (typed === '') return undefined;
      const from = typed.length === 1 ? current + 1 : current;
      const order = [...rows.slice(from), ...rows.slice(0, from)];
      const found = order.find((one) => one.label.toLowerCase().startsWith(typed.toLowerCase()));
      return found === undefined ? undefined : move(rows.indexOf(found));
    }
  }
}
