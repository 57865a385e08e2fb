import type { WaterfallRow } from './waterfall.model.ts';

/** Names a row among the others, for React. */
export function keyOf(row: WaterfallRow | undefined): string | number {
  if (row?.kind === 'children') return `children ${row.group.children[0]?.id} ${row.group.type}`;
  if (row?.kind === 'fold') return `fold ${row.sequence}`;
  return row?.kind === 'step' ? row.step.sequence : 'run';
}

/** The row to select at or beyond a place. Rows that stand for several steps or tasks are passed over. */
export function selectableRow(rows: readonly WaterfallRow[], to: number, from: number): number {
  const by = to < from ? -1 : 1;
  let index = Math.min(rows.length - 1, Math.max(0, to));
  while (isGroup(rows[index]) && index + by >= 0 && index + by < rows.length) index += by;
  return isGroup(rows[index]) ? from : index;
}

function isGroup(row: WaterfallRow | undefined): boolean {
  return row?.kind === 'children' || row?.kind === 'fold';
}

/** Where a key leads from the current row. */
export function targetOf(key: string, current: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return current + 1;
    case 'ArrowUp':
      return current - 1;
    case 'PageDown':
      return current + 15;
    case 'PageUp':
      return current - 15;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
