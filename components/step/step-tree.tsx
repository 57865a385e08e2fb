'use client';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from 'react';
import { cn } from '@/components/ui/class-names.ts';
import { PrintedPart } from '@/components/ui/printed-part.tsx';
import { isShortcut } from '@/components/ui/single-keys.ts';
import { useDocumentKey } from '@/components/ui/use-document-key.ts';
import { type ChildRun, stepTitle } from './child-run.ts';
import { GroupRow, grid, RunName, StepName } from './step-row.tsx';
import { targetOf } from './tree-moves.ts';
import { treeRole } from './tree-roles.ts';
import { TreeHead, TreeRow } from './tree-row.tsx';
import { useCurrentRow } from './use-current-row.ts';
import { useFoldedRows } from './use-folded-rows.ts';
import { useWaterfallCursor } from './use-waterfall-cursor.ts';
import type { Waterfall } from './waterfall.model.ts';
import { WaterfallCursor } from './waterfall-cursor.tsx';
import { WaterfallGrid } from './waterfall-header.tsx';

type StepTreeProps = {
  waterfall: Waterfall;
  /** Tasks that steps created or wait for, by id. */
  childrenById: ReadonlyMap<string, ChildRun>;
  /** What the first row says: the type of the run's task. */
  runLabel: string;
  runDurationInMs: number | undefined;
  now: number;
  /** The selected step; `undefined` while the run itself is. */
  selected: number | undefined;
  onSelect: (sequence: number | undefined) => void;
  /** Enter: go to the details of the selected step. */
  onOpen: () => void;
  /** Whether J and K move between steps, from anywhere on the page. */
  hasOwnKeys: boolean;
  /** Whether the selected row gets the focus, because the steps were asked for from elsewhere. */
  isFocusAsked?: boolean | undefined;
  /** Called when it has the focus. */
  onFocusGiven?: (() => void) | undefined;
  /** More steps exist than are loaded. */
  onMore?: (() => void) | undefined;
};

/** The steps of a run and when they ran, in one virtualised tree grid. Arrows move; J and K too, from anywhere on the page, and T goes to them. */
export function StepTree(props: StepTreeProps) {
  const { waterfall, selected, onSelect } = props;
  const { axis, nowPosition } = waterfall;
  const scroller = useRef<HTMLDivElement>(null);
  const { rows, toggle } = useFoldedRows(waterfall.rows, selected);
  const { virtualizer, current, move, focus } = useCurrentRow({ scroller, rows, selected, onSelect });
  const goToCurrent = useEffectEvent(focus);
  const { isFocusAsked = false, onFocusGiven } = props;
  useEffect(() => {
    if (!isFocusAsked) return;
    goToCurrent();
    onFocusGiven?.();
  }, [isFocusAsked, onFocusGiven]);
  useDocumentKey((event) => {
    if (event.key !== 't' || !isShortcut(event)) return;
    event.preventDefault();
    goToCurrent();
  });
  useDocumentKey((event) => {
    if (!props.hasOwnKeys || (event.key !== 'j' && event.key !== 'k') || !isShortcut(event)) return;
    event.preventDefault();
    move(current + (event.key === 'j' ? 1 : -1), scroller.current?.contains(document.activeElement) === true);
  });
  const onGridKey = (event: KeyboardEvent) => {
    if (event.target instanceof Element && event.target.closest('button, a') !== null && event.key === 'Enter') return;
    if (cursor.onKey(event.key)) return event.preventDefault();
    const target = targetOf(event.key, current, rows.length);
    if (target === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (target === undefined) props.onOpen();
    else move(target, true);
  };

  const timeColumn = useRef<HTMLSpanElement>(null);
  const cursor = useWaterfallCursor(axis, timeColumn);
  const items = virtualizer.getVirtualItems();
  const reachesEnd = (items.at(-1)?.index ?? 0) >= rows.length - 5;
  const { onMore } = props;
  useEffect(() => {
    if (reachesEnd) onMore?.();
  }, [reachesEnd, onMore]);

  return (
    <div ref={scroller} className="h-full min-h-0 overflow-auto" onPointerMove={cursor.onPointerMove}>
      <div className="relative">
        <div
          aria-hidden
          className={cn(grid, 'pointer-events-none absolute inset-x-0 top-8 print:bottom-0 print:h-auto!')}
          style={{ height: virtualizer.getTotalSize() }}
        >
          <span ref={timeColumn} className="relative col-start-3 mx-3 hidden md:block">
            <WaterfallGrid axis={axis} nowPosition={nowPosition} />
            <WaterfallCursor axis={axis} />
          </span>
        </div>
        <table
          {...treeRole.grid}
          aria-label="Steps of this run"
          aria-rowcount={rows.length + 1}
          className="block"
          onKeyDown={onGridKey}
        >
          <TreeHead axis={axis} />
          <tbody
            {...treeRole.rowgroup}
            className="flows-in-print relative block"
            style={{ height: virtualizer.getTotalSize() }}
          >
            {items.map((item) => {
              const row = rows[item.index];
              if (row === undefined) return null;
              if (row.kind === 'children' || row.kind === 'fold')
                return (
                  <GroupRow
                    key={item.key}
                    {...{ row, axis, now: props.now }}
                    index={item.index}
                    start={item.start}
                    onToggle={toggle}
                  />
                );
              return (
                <TreeRow
                  key={item.key}
                  row={row}
                  index={item.index}
                  start={item.start}
                  isCurrent={item.index === current}
                  axis={axis}
                  now={props.now}
                  name={
                    row.kind === 'run' ? (
                      <RunName label={props.runLabel} />
                    ) : (
                      <StepName row={row} title={stepTitle(row.step, props.childrenById)} />
                    )
                  }
                  runDurationInMs={props.runDurationInMs}
                  onFocus={() => row.kind === 'step' && cursor.set(Date.parse(row.step.startedOn))}
                  onSelect={() => move(item.index, true)}
                />
              );
            })}
          </tbody>
        </table>
      </div>
      <PrintedPart count={rows.length} total={props.onMore === undefined ? rows.length : -1} />
    </div>
  );
}
