'use client';
import { useCallback, useEffect, useRef, useState } from 'react';
import { nothingSelected, type Selection, selectRange, toggleRow } from './selection.ts';

type Options<Row> = {
  rows: readonly (Row | undefined)[];
  rowId: (row: Row) => string;
  selection?: Selection<Row>;
  onSelection?: (selection: Selection<Row>) => void;
  onOpen?: (row: Row, how: { isNewTab: boolean }) => void;
  onMenu?: (row: Row, at: { x: number; y: number }) => void;
  onCurrent?: (row: Row) => void;
};

/**
 * The current row of a table, kept by its id while rows come and go, and what can be done to a row by its index.
 * All callbacks stay the same over renders, so that rows which show the same are not rendered again.
 */
export function useRowState<Row>(options: Options<Row>) {
  const [currentId, setCurrentId] = useState<string>();
  const anchor = useRef(0);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });

  const setCurrent = useCallback((index: number) => {
    const row = latest.current.rows[index];
    if (row === undefined) return;
    setCurrentId(latest.current.rowId(row));
    latest.current.onCurrent?.(row);
  }, []);
  const select = useCallback((index: number, isRange: boolean) => {
    const now = latest.current;
    const row = now.rows[index];
    if (row === undefined) return;
    const chosen = now.selection ?? nothingSelected;
    now.onSelection?.(
      isRange ? selectRange(chosen, now, anchor.current, index) : toggleRow(chosen, now.rowId(row), row),
    );
    anchor.current = index;
  }, []);
  const open = useCallback((index: number, isNewTab: boolean) => {
    const row = latest.current.rows[index];
    if (row !== undefined) latest.current.onOpen?.(row, { isNewTab });
  }, []);
  const openMenu = useCallback((index: number, at: { x: number; y: number }) => {
    const row = latest.current.rows[index];
    if (row !== undefined) latest.current.onMenu?.(row, at);
  }, []);
  const setAnchor = useCallback((index: number) => {
    anchor.current = index;
  }, []);
  return { currentId, setCurrent, select, open, openMenu, setAnchor };
}
