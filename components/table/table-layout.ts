import type { LeftOut } from './left-out.ts';

/** How an operator arranged the columns of a table. */
export type TableLayout = {
  /** Every column's id, from the start of a row to its end. */
  order: readonly string[];
  /** Widths in pixels by column id. A column without one has its own width. */
  sizes: Readonly<Record<string, number>>;
  /** Ids of the columns that stay in view while the table scrolls sideways. */
  pinned: readonly string[];
  /** Columns shown (`true`) or hidden (`false`) whatever the space. The others are shown where they fit. */
  visibility: Readonly<Record<string, boolean>>;
};

/** A table's layout and what changes it. `undefined` gives the columns back as the table has them. */
export type ArrangedTable = {
  layout: TableLayout;
  onLayout: (layout: TableLayout | undefined) => void;
  leftOut: LeftOut;
  onLeftOut: (leftOut: LeftOut) => void;
};

/** The columns of a table in their own order. */
export type KnownColumns = readonly { id: string; card?: string; isAdded?: true }[];

/** Widths that a column can be given, in pixels. */
export const columnWidths = { minimum: 48, maximum: 960, step: 16 };

/** A width in whole pixels within the bounds of a column. */
export function clampWidth(width: number): number {
  return Math.round(Math.min(columnWidths.maximum, Math.max(columnWidths.minimum, width)));
}

/** The id of the column that names a row. It cannot be hidden. */
export function namingColumn(columns: KnownColumns): string | undefined {
  return (columns.find(({ card }) => card === 'title') ?? columns[0])?.id;
}

/**
 * Reads a layout as `writeLayout` writes it, from an address or a cookie. The text is a list of columns:
 * `task:320:pin,status,ended:hide`. Unknown columns, second mentions and unknown words are ignored, widths are brought
 * into bounds, and columns that the text does not name keep their place. An added column is shown or hidden.
 */
export function readLayout(text: string, columns: KnownColumns): TableLayout {
  const ids = columns.map(({ id }) => id);
  const named: string[] = [];
  const sizes: Record<string, number> = {};
  const pinned: string[] = [];
  const visibility: Record<string, boolean> = {};
  for (const { id, isAdded } of columns) if (isAdded) visibility[id] = true;
  for (const part of text.split(',')) {
    const [id = '', ...words] = part.split(':');
    if (!ids.includes(id) || named.includes(id)) continue;
    named.push(id);
    const width = words.find((word) => /^\d{1,4}$/.test(word));
    if (width !== undefined) sizes[id] = clampWidth(Number(width));
    if (words.includes('pin')) pinned.push(id);
    if (words.includes('hide') && id !== namingColumn(columns)) visibility[id] = false;
    else if (words.includes('show')) visibility[id] = true;
  }
  return { order: completeOrder(ids, named), sizes, pinned, visibility };
}

/** How the columns of a table are read from an address, which can name columns that the table does not have. */
export function columnsParam(columns: readonly { id: string }[]) {
  const idOf = (part: string) => part.split(':', 1)[0] ?? '';
  const isUnknown = (part: string) => idOf(part) !== '' && columns.every(({ id }) => id !== idOf(part));
  const split = (text: string) => {
    const parts = text.split(',');
    return {
      unknown: parts.filter(isUnknown).join(','),
      rest: parts.filter((part) => !isUnknown(part)).join(','),
    };
  };
  return {
    split,
    parse: (text: string) => (split(text).unknown === '' ? text : null),
    problem: (text: string) => `there is no column ${split(text).unknown.split(',').map(idOf).join(', ')}`,
  };
}

/** Writes a layout for an address or a cookie. Returns an empty text when the columns are as the table has them. */
export function writeLayout(layout: TableLayout, columns: KnownColumns): string {
  const ids = columns.flatMap(({ id }) => (layout.order.includes(id) ? [id] : []));
  const parts = layout.order.map((id) => {
    const shown = layout.visibility[id];
    const words = [
      ...(layout.sizes[id] === undefined ? [] : [String(layout.sizes[id])]),
      ...(layout.pinned.includes(id) ? ['pin'] : []),
      ...(shown === undefined ? [] : [shown ? 'show' : 'hide']),
    ];
    return { text: [id, ...words].join(':'), isArranged: words.length > 0 };
  });
  const isReordered = layout.order.filter((id) => ids.includes(id)).join() !== ids.join();
  return parts
    .filter(({ isArranged }) => isReordered || isArranged)
    .map(({ text }) => text)
    .join(',');
}

/** A layout with a column added at the end. */
export function withColumn(layout: TableLayout, id: string): TableLayout {
  return { ...layout, order: [...layout.order, id], visibility: { ...layout.visibility, [id]: true } };
}

/** A layout without a column that the operator added. */
export function withoutColumn({ order, sizes, pinned, visibility }: TableLayout, id: string): TableLayout {
  const others = <Value>(of: Readonly<Record<string, Value>>) =>
    Object.fromEntries(Object.entries(of).filter(([other]) => other !== id));
  const isOther = (other: string) => other !== id;
  return {
    order: order.filter(isOther),
    sizes: others(sizes),
    pinned: pinned.filter(isOther),
    visibility: others(visibility),
  };
}

/** Named ids in their order, with each other id behind the one that it follows in the table's own order. */
function completeOrder(ids: readonly string[], named: readonly string[]): string[] {
  const order = [...named];
  for (const [at, id] of ids.entries()) {
    if (named.includes(id)) continue;
    const before = ids[at - 1];
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, id);
  }
  return order;
}

/** The column beside another one on the screen, among those that are pinned or those that are not. */
export function neighbourOf(
  layout: TableLayout,
  shown: readonly string[],
  id: string,
  side: 'left' | 'right',
): string | undefined {
  const isPinned = layout.pinned.includes(id);
  const group = shown.filter((other) => layout.pinned.includes(other) === isPinned);
  return group[group.indexOf(id) + (side === 'left' ? -1 : 1)];
}

/** An order with one column moved past its neighbour. Without a neighbour on that side, the order is unchanged. */
export function moveColumn(
  layout: TableLayout,
  shown: readonly string[],
  id: string,
  side: 'left' | 'right',
): readonly string[] {
  const neighbour = neighbourOf(layout, shown, id, side);
  return neighbour === undefined ? layout.order : placeBeside(layout.order, id, { beside: neighbour, side });
}

/** A place in an order of columns: on the left or the right of another one. */
export type DropPlace = { beside: string; side: 'left' | 'right' };

/** An order with one column moved beside another one. */
export function placeBeside(order: readonly string[], id: string, { beside, side }: DropPlace): readonly string[] {
  const rest = order.filter((other) => other !== id);
  const at = rest.indexOf(beside) + (side === 'left' ? 0 : 1);
  return [...rest.slice(0, at), id, ...rest.slice(at)];
}

/**
 * Where a column goes when its header is dropped at `x`: past each column whose middle the pointer passed. Returns
 * undefined where the column is already. `places` are the columns from left to right, in pixels of the screen.
 */
export function dropPlace(
  places: readonly { id: string; left: number; right: number }[],
  id: string,
  x: number,
): DropPlace | undefined {
  const at = places.findIndex((place) => place.id === id);
  const passed = places.filter(({ left, right }) => (left + right) / 2 < x).length;
  const beside = places[passed > at ? passed - 1 : passed];
  return beside === undefined || beside.id === id
    ? undefined
    : { beside: beside.id, side: passed > at ? 'right' : 'left' };
}
