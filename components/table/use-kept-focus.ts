'use client';
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';

type Rows = {
  /** Where each row is that is in the list, by its id. */
  indexById: ReadonlyMap<string, number>;
  /** The id of the row at an index. */
  idAt: (index: number) => string | undefined;
  count: number;
  focusRow: (index: number) => void;
};

/** Keeps the focus in a table when the row that has it leaves the list: the row that comes to its place gets it. */
export function useKeptFocus(root: RefObject<HTMLElement | null>, { indexById, idAt, count, focusRow }: Rows): void {
  const focused = useRef<{ row: HTMLElement; id: string | undefined; index: number }>(undefined);
  const note = useEffectEvent(({ target }: FocusEvent) => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
    const index = Number(row?.dataset.row);
    focused.current = row === null ? undefined : { row, id: idAt(index), index };
  });
  useEffect(() => {
    const { current: table } = root;
    if (table === null) return;
    const onFocus = (event: FocusEvent) => note(event);
    const forget = ({ relatedTarget }: FocusEvent) => {
      // a row that is removed loses the focus to nothing, and is no longer there
      if (relatedTarget !== null || focused.current?.row.isConnected) focused.current = undefined;
    };
    table.addEventListener('focusin', onFocus);
    table.addEventListener('focusout', forget);
    return () => {
      table.removeEventListener('focusin', onFocus);
      table.removeEventListener('focusout', forget);
    };
  }, [root]);
  useLayoutEffect(() => {
    const lost = focused.current;
    if (lost === undefined || lost.row.isConnected) return;
    focused.current = undefined;
    const hasLeft = lost.id !== undefined && !indexById.has(lost.id); // else it is only scrolled out
    if (hasLeft && count > 0 && document.activeElement === document.body) focusRow(Math.min(lost.index, count - 1));
  });
}
