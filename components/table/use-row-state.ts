'use client';
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { keepPlace, keptPlace, type LeftPlace } from './left-places.ts';

type Options<Row> = {
  label: string;
  rows: readonly (Row | undefined)[];
  rowId: (row: Row) => string;
  onOpen?: (row: Row, how: { isNewTab: boolean }) => void;
  onLeave?: (row: Row, top: number) => void;
  left?: LeftPlace | undefined;
  openId?: string | undefined;
  onMenu?: (row: Row, at: { x: number; y: number }) => void;
  onCurrent?: (row: Row) => void;
};

/**
 * The current row of a table, kept by its id while rows come and go, and what can be done to a row by its index. Where Back
 * opens the table, it is the row from which a page was opened.
 * All callbacks stay the same over renders, so that rows which show the same are not rendered again.
 */
export function useRowState<Row>(options: Options<Row>, scroller: RefObject<HTMLElement | null>) {
  const [left] = useState(() => options.left ?? keptPlace(options.label));
  const [movedTo, setCurrentId] = useState(left?.currentId);
  const currentId = movedTo ?? options.openId; // keys act on what a link opened beside the table, too
  const latest = useRef(options);
  // before anybody can press a key on what is drawn: a row that gets the focus becomes the current one by its index
  useLayoutEffect(() => {
    latest.current = options;
  });

  const setCurrent = useCallback((index: number) => {
    const row = latest.current.rows[index];
    if (row === undefined) return;
    setCurrentId(latest.current.rowId(row));
    latest.current.onCurrent?.(row);
  }, []);
  const leave = useCallback(
    (index: number) => {
      const row = latest.current.rows[index];
      if (row === undefined) return;
      const top = scroller.current?.scrollTop ?? 0;
      keepPlace(latest.current.label, { currentId: latest.current.rowId(row), top });
      latest.current.onLeave?.(row, top);
    },
    [scroller],
  );
  const open = useCallback(
    (index: number, isNewTab: boolean) => {
      const row = latest.current.rows[index];
      if (row === undefined) return;
      if (!isNewTab) leave(index);
      latest.current.onOpen?.(row, { isNewTab });
    },
    [leave],
  );
  const openMenu = useCallback((index: number, at: { x: number; y: number }) => {
    const row = latest.current.rows[index];
    if (row !== undefined) latest.current.onMenu?.(row, at);
  }, []);
  return { currentId, left, setCurrent, leave, open, openMenu };
}
