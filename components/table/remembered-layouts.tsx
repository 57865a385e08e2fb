'use client';
import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react';
import { writeCookie } from '@/components/ui/write-cookie.ts';
import { layoutCookie } from './layout-cookie.ts';

type RememberedLayouts = {
  /** Layouts by table, as `writeLayout` writes them. */
  layouts: ReadonlyMap<string, string>;
  /** Keeps a table's layout for later visits. An empty text removes it. */
  remember: (table: string, layout: string) => void;
};

const Context = createContext<RememberedLayouts>({ layouts: new Map(), remember: () => {} });

type ProviderProps = { initial: ReadonlyMap<string, string>; children: ReactNode };

/** Gives the tables below it the layouts that this browser remembers. */
export function RememberedLayoutsProvider({ initial, children }: ProviderProps) {
  const [layouts, setLayouts] = useState(initial);
  const remember = useCallback((table: string, layout: string) => {
    setLayouts((now) => new Map(now).set(table, layout));
    writeCookie(layoutCookie(table), layout);
  }, []);
  const value = useMemo(() => ({ layouts, remember }), [layouts, remember]);
  return <Context value={value}>{children}</Context>;
}

/** The remembered layouts, and the way to change them. */
export function useRememberedLayouts(): RememberedLayouts {
  return use(Context);
}
