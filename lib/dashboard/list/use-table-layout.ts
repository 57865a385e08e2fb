'use client';
import { parseAsString, useQueryState } from 'nuqs';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { type LeftOut, nothingLeftOut } from '@/components/table/left-out.ts';
import { useRememberedLayouts } from '@/components/table/remembered-layouts.tsx';
import {
  type ArrangedTable,
  columnsParam,
  type KnownColumns,
  readLayout,
  type TableLayout,
  writeLayout,
} from '@/components/table/table-layout.ts';
import { viewParam } from '@/components/view/view-address.ts';
import { useShownTable } from './shown-tables.ts';

/** The text of a table's layout: what the address says, else what this browser remembers. */
export function useLayoutText(table: string, param = 'columns'): string {
  const [linked] = useQueryState(param);
  const remembered = useRememberedText(table);
  return linked ?? remembered;
}

/** What this browser remembers of a table's layout. Where a view is open, that is nothing: the view says all of it. */
function useRememberedText(table: string): string {
  const [view] = useQueryState(viewParam);
  const { layouts } = useRememberedLayouts();
  return view === null ? (layouts.get(table) ?? '') : '';
}

/**
 * The layout of one table: what the address says, else what this browser remembers. A change is kept in both, so that
 * the link shows the same columns elsewhere. `param` is the name in the address; tables of one page need different ones.
 */
export function useTableLayout(table: string, columns: KnownColumns, param = 'columns'): ArrangedTable {
  const [linked, setLinked] = useQueryState(param, parseAsString.withOptions({ history: 'replace' }));
  const { remember } = useRememberedLayouts();
  // a column that is gone since is not named as unknown: nobody wrote it into the address
  const remembered = columnsParam(columns).split(useRememberedText(table)).rest;
  useShownTable(param, columns);
  useEffect(() => {
    if (linked === null && remembered !== '') void setLinked(remembered);
  }, [linked, remembered, setLinked]);

  const text = useLayoutText(table, param);
  const layout = useMemo(() => readLayout(text, columns), [text, columns]);
  const onLayout = useCallback(
    (next: TableLayout | undefined) => {
      const written = next === undefined ? '' : writeLayout(next, columns);
      remember(table, written);
      void setLinked(written || null);
    },
    [columns, remember, setLinked, table],
  );
  const [leftOut, onLeftOut] = useState<LeftOut>(nothingLeftOut);
  return { layout, onLayout, leftOut, onLeftOut };
}
