'use client';
import { useEffect } from 'react';
import { sharedValue, useSharedValue } from '@/components/ui/shared-value.ts';

/** Column ids of the tables on the page, as JSON, by the name that their columns have in the address. */
const tables = sharedValue<ReadonlyMap<string, string>>(new Map());
const none: ReadonlyMap<string, string> = new Map();

/** Says which columns a table has, while it is shown. `param` is their name in the address. */
export function useShownTable(param: string, columns: readonly { id: string }[]): void {
  const ids = JSON.stringify(columns.map(({ id }) => id));
  useEffect(() => {
    tables.set(new Map(tables.get()).set(param, ids));
    return () => {
      const others = new Map(tables.get());
      if (others.get(param) === ids) others.delete(param);
      tables.set(others);
    };
  }, [param, ids]);
}

/** The columns of the shown tables, by the name that they have in the address. None before the page runs in the browser. */
export function useShownTables(): ReadonlyMap<string, readonly { id: string }[]> {
  const shown = useSharedValue(tables, none);
  return new Map([...shown].map(([param, ids]) => [param, readIds(ids).map((id) => ({ id }))]));
}

function readIds(ids: string): readonly string[] {
  return JSON.parse(ids);
}
