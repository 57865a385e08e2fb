'use client';
import { type PointerEvent, type RefObject, useState } from 'react';
import { followPointer } from './follow-pointer.ts';
import { type DropPlace, dropPlace, placeBeside, type TableLayout } from './table-layout.ts';
import { type ColumnsTable, columnsOnScreen } from './use-table-columns.ts';

/** A press that moves less than this is a click. Pixels. */
const leastMove = 6;

/** A column whose header is dragged, and where it would go: nowhere else while the place is undefined. */
export type ColumnDrag = { id: string; place: DropPlace | undefined };

/**
 * Moves columns by dragging their headers with a mouse or a pen. A finger scrolls; for it and for the keyboard the
 * column's menu moves columns.
 */
export function useColumnDrag(root: RefObject<HTMLElement | null>, table: ColumnsTable, layout: TableLayout) {
  const [drag, setDrag] = useState<ColumnDrag>();
  const startDrag = (id: string, event: PointerEvent<HTMLElement>) => {
    const { currentTarget, target, pointerId, pointerType, button, clientX: from } = event;
    // A menu that opens from a header is below it for React, and elsewhere on the screen.
    if (!(target instanceof Element && currentTarget.contains(target))) return;
    if (button !== 0 || pointerType === 'touch' || target.closest('[role=separator], [data-column-menu]')) return;
    const isPinned = layout.pinned.includes(id);
    const places = columnsOnScreen(table).flatMap((column) => {
      const box = root.current?.querySelector(`[data-track="${column.id}"]`)?.getBoundingClientRect();
      return box && layout.pinned.includes(column.id) === isPinned
        ? [{ id: column.id, left: box.left, right: box.right }]
        : [];
    });
    let isDragged = false;
    followPointer(pointerId, {
      onMove: (x) => {
        isDragged ||= Math.abs(x - from) >= leastMove;
        if (isDragged) setDrag({ id, place: dropPlace(places, id, x) });
      },
      onEnd: (x) => {
        setDrag(undefined);
        if (!isDragged) return;
        ignoreClick();
        const place = dropPlace(places, id, x);
        if (place) table.setColumnOrder([...placeBeside(layout.order, id, place)]);
      },
      onCancel: () => setDrag(undefined),
    });
  };
  return { drag, startDrag };
}

/** The click that follows the end of a drag would sort. */
function ignoreClick(): void {
  const ignore = (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener('click', ignore, { capture: true, once: true });
  setTimeout(() => document.removeEventListener('click', ignore, { capture: true }));
}
