'use client';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { cn } from '@/components/ui/class-names.ts';
import { followPointer } from './follow-pointer.ts';
import { clampWidth, columnWidths } from './table-layout.ts';
import type { ColumnHeader } from './use-table-columns.ts';

type Props = {
  header: ColumnHeader;
  name: string;
  /** Shows the column at a width in pixels during a drag, and at its own one again with `undefined`. */
  onDrag: (width: number | undefined) => void;
};

/**
 * The edge of a column's header: a drag, or Left and Right while it has the focus, make the column narrower or wider. Tab
 * does not reach it: the menu of the column does the same.
 */
export function ResizeHandle({ header, name, onDrag }: Props) {
  const { column } = header;
  const [measured, setMeasured] = useState<number>();
  const [isDragged, setIsDragged] = useState(false);
  const resize = (width: number) => {
    const next = clampWidth(width);
    setMeasured(next);
    column.table.setColumnSizing((now) => ({ ...now, [column.id]: next }));
  };
  const startDrag = ({ currentTarget, pointerId, button, clientX: from }: PointerEvent<HTMLElement>) => {
    if (button !== 0) return;
    const width = widthOf(currentTarget);
    const stop = () => {
      setIsDragged(false);
      onDrag(undefined);
    };
    followPointer(pointerId, {
      onMove: (x) => {
        setIsDragged(true);
        onDrag(width + x - from);
      },
      onEnd: (x) => {
        stop();
        if (x !== from) resize(width + x - from);
      },
      onCancel: stop,
    });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const width = targetWidth(event, widthOf(event.currentTarget));
    if (width === undefined) return;
    event.preventDefault();
    resize(width);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved, a separator with a value can
    <div
      role="separator"
      tabIndex={-1}
      aria-orientation="vertical"
      aria-label={`Width of ${name}`}
      aria-valuemin={columnWidths.minimum}
      aria-valuemax={columnWidths.maximum}
      aria-valuenow={measured ?? column.getSize()}
      aria-valuetext={`${measured ?? column.getSize()} pixels`}
      title="Drag to resize, double-click for the usual width"
      className={cn(
        'group/handle absolute inset-y-0 -right-2.5 z-2 flex w-3 cursor-col-resize touch-none select-none justify-center outline-none',
        'focus-visible:[&>span]:bg-accent',
      )}
      onFocus={(event) => setMeasured(widthOf(event.currentTarget))}
      onBlur={() => setMeasured(undefined)}
      onPointerDown={startDrag}
      onDoubleClick={() => column.resetSize()}
      onKeyDown={onKeyDown}
    >
      <span
        className={cn(
          'my-1.5 w-0.5 rounded-full group-hover/handle:bg-edge group-hover/head:bg-line',
          isDragged && 'bg-accent',
        )}
      />
    </div>
  );
}

function targetWidth({ key, shiftKey }: KeyboardEvent, width: number): number | undefined {
  const step = columnWidths.step * (shiftKey ? 4 : 1);
  switch (key) {
    case 'ArrowLeft':
      return width - step;
    case 'ArrowRight':
      return width + step;
    case 'Home':
      return columnWidths.minimum;
    case 'End':
      return columnWidths.maximum;
    default:
      return undefined;
  }
}

/** The width of a handle's column on the screen, in pixels. */
function widthOf(handle: HTMLElement): number {
  return Math.round(handle.closest('[data-track]')?.getBoundingClientRect().width ?? 0);
}
