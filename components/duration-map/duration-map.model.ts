import { type DurationMeasure, durationBandsInMs, type TaskDurations } from '#contract';

export type Cell = TaskDurations['cells'][number];

/** Cells by column and row. Rows are bands of durations, the shortest first, from `firstBand` of all bands. */
export type Grid = { begin: number; columns: number; firstBand: number; rows: number; cells: readonly PlacedCell[] };
type PlacedCell = Cell & { column: number; row: number };
export type Place = { column: number; row: number };
/** Two opposite corners of a rectangle, both within it. */
export type Corners = { start: Place; end: Place };

/** A rectangle of the map: times in milliseconds since 1970, and durations below `maximumInMs`, if any. */
export type Area = { from: number; to: number; minimumInMs: number; maximumInMs: number | undefined };

export const measureWords: Readonly<Record<DurationMeasure, string>> = {
  runTime: 'Run time',
  queueWait: 'Queue wait',
  stepTime: 'Step time',
};

const leastRows = 6;
export const levels = 5;

/** Places the cells. At least six bands are shown, so that a map of equal durations is not one line. */
export function gridOf({ from, to, intervalInMs, cells }: TaskDurations): Grid {
  const begin = Math.floor(Date.parse(from) / intervalInMs) * intervalInMs;
  const columns = Math.max(1, Math.ceil((Date.parse(to) - begin) / intervalInMs));
  const bands = cells.map(({ fromInMs }) => bandOf(fromInMs));
  const lowest = bands.length === 0 ? bandOf(10) : Math.min(...bands);
  const highest = Math.max(lowest + leastRows - 1, ...bands);
  const last = Math.min(highest, durationBandsInMs.length - 1);
  const firstBand = Math.min(lowest, last - leastRows + 1);
  const place = (cell: Cell) => ({
    ...cell,
    column: Math.round((Date.parse(cell.on) - begin) / intervalInMs),
    row: bandOf(cell.fromInMs) - firstBand,
  });
  return { begin, columns, firstBand, rows: last - firstBand + 1, cells: cells.map(place) };
}

function bandOf(fromInMs: number): number {
  return durationBandsInMs.findLastIndex((bound) => bound <= fromInMs);
}

/** Where a row begins, in milliseconds. `undefined` above the longest band. */
export function rowBegins({ firstBand }: Grid, row: number): number | undefined {
  return durationBandsInMs[firstBand + row];
}

/** How dark a count is, from 1 to 5 by its logarithm, 0 for none. */
export function levelOf(count: number, largest: number): number {
  if (count === 0) return 0;
  if (largest <= 1) return levels;
  return Math.max(1, Math.ceil((Math.log(count + 1) / Math.log(largest + 1)) * levels));
}

export function countOf({ succeeded, failed, cancelled }: Cell): number {
  return succeeded + failed + cancelled;
}

/** The rectangle of two corners in time and duration, within the time of the map. */
export function areaOf({ from, to, intervalInMs }: TaskDurations, grid: Grid, { start, end }: Corners): Area {
  const [left, right] = [Math.min(start.column, end.column), Math.max(start.column, end.column)];
  const [low, high] = [Math.min(start.row, end.row), Math.max(start.row, end.row)];
  return {
    from: Math.max(Date.parse(from), grid.begin + left * intervalInMs),
    to: Math.min(Date.parse(to), grid.begin + (right + 1) * intervalInMs),
    minimumInMs: rowBegins(grid, low) ?? 0,
    maximumInMs: rowBegins(grid, high + 1),
  };
}

/** The corners of a rectangle, as far as it is within the map. */
export function cornersOf({ intervalInMs }: TaskDurations, grid: Grid, area: Area): Corners | undefined {
  const column = (time: number) => (time - grid.begin) / intervalInMs;
  const top = area.maximumInMs ?? Number.POSITIVE_INFINITY;
  const rows = Array.from({ length: grid.rows }, (_, row) => row).filter((row) => {
    const begins = rowBegins(grid, row) ?? 0;
    return begins < top && (rowBegins(grid, row + 1) ?? Number.POSITIVE_INFINITY) > area.minimumInMs;
  });
  const left = Math.max(0, Math.floor(column(area.from)));
  const right = Math.min(grid.columns - 1, Math.ceil(column(area.to)) - 1);
  const [low] = rows;
  const high = rows.at(-1);
  if (low === undefined || high === undefined || left > right) return undefined;
  return { start: { column: left, row: low }, end: { column: right, row: high } };
}

/** A rectangle that was drawn on a grid. */
export type Drawn = { corners: Corners; grid: Grid; intervalInMs: number };

/**
 * Where a rectangle that was drawn on another grid is on this one, whose time has gone on or which has other bands.
 * `undefined` where it is outside of it, or where columns are of another length.
 */
export function cornersOn(grid: Grid, intervalInMs: number, drawn: Drawn): Corners | undefined {
  if (drawn.intervalInMs !== intervalInMs) return undefined;
  const moved = ({ column, row }: Place) => ({
    column: column + Math.round((drawn.grid.begin - grid.begin) / intervalInMs),
    row: row + drawn.grid.firstBand - grid.firstBand,
  });
  const [start, end] = [moved(drawn.corners.start), moved(drawn.corners.end)];
  const isInside = ({ column, row }: Place) => column >= 0 && column < grid.columns && row >= 0 && row < grid.rows;
  return isInside(start) && isInside(end) ? { start, end } : undefined;
}

/** How many tasks a rectangle holds. */
export function countIn(grid: Grid, { start, end }: Corners): { tasks: number; failed: number } {
  const within = (value: number, one: number, other: number) =>
    value >= Math.min(one, other) && value <= Math.max(one, other);
  const cells = grid.cells.filter(
    ({ column, row }) => within(column, start.column, end.column) && within(row, start.row, end.row),
  );
  return {
    tasks: cells.reduce((sum, cell) => sum + countOf(cell), 0),
    failed: cells.reduce((sum, { failed }) => sum + failed, 0),
  };
}

const moves: Readonly<Record<string, [column: number, row: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
  Home: [Number.NEGATIVE_INFINITY, 0],
  End: [Number.POSITIVE_INFINITY, 0],
  PageUp: [0, Number.POSITIVE_INFINITY],
  PageDown: [0, Number.NEGATIVE_INFINITY],
};

/** The corners after a key: moved, or with shift extended. `undefined` for a key that moves nothing. */
export function moveCorners(grid: Grid, corners: Corners, key: string, isExtending: boolean): Corners | undefined {
  const move = moves[key];
  if (move === undefined) return undefined;
  const end = {
    column: Math.min(grid.columns - 1, Math.max(0, corners.end.column + move[0])),
    row: Math.min(grid.rows - 1, Math.max(0, corners.end.row + move[1])),
  };
  return { start: isExtending ? corners.start : end, end };
}
