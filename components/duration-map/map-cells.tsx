import { memo } from 'react';
import { type Corners, type Grid, levelOf, levels } from './duration-map.model.ts';

const opacities = [0, 0.25, 0.42, 0.6, 0.8, 1];
/** Of a cell, the upper part tells of tasks that did not fail, the lower of those that did: their place says it too. */
const parts = { other: { y: 0.06, height: 0.5 }, failed: { y: 0.62, height: 0.32 } };

/** The cells of a map and its selected rectangle, in units of columns and rows. */
export function MapCells({ grid, corners }: { grid: Grid; corners: Corners | undefined }) {
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${grid.columns} ${grid.rows}`}
      preserveAspectRatio="none"
      className="absolute inset-0 size-full overflow-visible"
    >
      <Cells grid={grid} />
      {corners && <SelectedArea grid={grid} corners={corners} />}
    </svg>
  );
}

const Cells = memo(function Cells({ grid }: { grid: Grid }) {
  const largest = (count: (cell: Grid['cells'][number]) => number) => Math.max(1, ...grid.cells.map(count));
  const others = largest(({ succeeded, cancelled }) => succeeded + cancelled);
  const failures = largest(({ failed }) => failed);
  return grid.cells.map((cell) => {
    const { column, row, failed, succeeded, cancelled } = cell;
    const top = grid.rows - 1 - row;
    return (
      <g key={`${column} ${row}`} transform={`translate(${column + 0.04} ${top})`}>
        <Part {...parts.other} color="var(--accent)" level={levelOf(succeeded + cancelled, others)} />
        <Part {...parts.failed} color="var(--danger)" level={levelOf(failed, failures)} />
      </g>
    );
  });
});

function Part({ y, height, color, level }: { y: number; height: number; color: string; level: number }) {
  if (level === 0) return null;
  return <rect width={0.92} {...{ y, height }} fill={color} fillOpacity={opacities[level]} />;
}

function SelectedArea({ grid, corners: { start, end } }: { grid: Grid; corners: Corners }) {
  return (
    <rect
      x={Math.min(start.column, end.column)}
      y={grid.rows - 1 - Math.max(start.row, end.row)}
      width={Math.abs(start.column - end.column) + 1}
      height={Math.abs(start.row - end.row) + 1}
      fill="var(--ink)"
      fillOpacity={0.08}
      stroke="var(--ink)"
      strokeWidth={2}
      vectorEffect="non-scaling-stroke"
    />
  );
}

/** What the colours and places of cells mean. */
export function MapLegend() {
  return (
    <ul aria-label="Legend" className="flex flex-wrap items-center gap-x-4 gap-y-1 text-muted text-xs">
      {[
        ['Succeeded or cancelled: upper part', 'var(--accent)'] as const,
        ['Failed or timed out: lower part', 'var(--danger)'] as const,
      ].map(([text, color]) => (
        <li key={text} className="flex items-center gap-1.5">
          <span aria-hidden className="flex">
            {opacities.slice(1, levels + 1).map((opacity) => (
              <span key={opacity} className="h-2.5 w-2" style={{ background: color, opacity }} />
            ))}
          </span>
          {text}, few to many
        </li>
      ))}
    </ul>
  );
}
