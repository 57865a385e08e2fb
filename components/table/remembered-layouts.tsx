'use client';
import { createContext, type ReactNode, use, useCallback, useMemo, useRef, useState } from 'react';
import { writeCookie } from '@/components/ui/write-cookie.ts';
import { layoutCookie, widthsCookie, writeWidths } from './layout-cookie.ts';

type RememberedLayouts = {
  /** Layouts by table, as `writeLayout` writes them. */
  layouts: ReadonlyMap<string, string>;
  /** Keeps a table's layout for later visits. An empty text removes it. */
  remember: (table: string, layout: string) => void;
  /** How wide tables were at the last visit, in pixels. */
  widths: ReadonlyMap<string, number>;
  rememberWidth: (table: string, width: number) => void;
};

const Context = createContext<RememberedLayouts>({
  layouts: new Map(),
  remember: () => {},
  widths: new Map(),
  rememberWidth: () => {},
});

type ProviderProps = {
  initial: ReadonlyMap<string, string>;
  initialWidths: ReadonlyMap<string, number>;
  children: ReactNode;
};

/** Gives the tables below it the layouts and widths that this browser remembers. */
export function RememberedLayoutsProvider({ initial, initialWidths: widths, children }: ProviderProps) {
  const [layouts, setLayouts] = useState(initial);
  const remember = useCallback((table: string, layout: string) => {
    setLayouts((now) => new Map(now).set(table, layout));
    writeCookie(layoutCookie(table), layout);
  }, []);
  const latestWidths = useRef(widths);
  const rememberWidth = useCallback((table: string, width: number) => {
    if (latestWidths.current.get(table) === width) return;
    latestWidths.current = new Map(latestWidths.current).set(table, width);
    writeCookie(widthsCookie, writeWidths(latestWidths.current));
  }, []);
  const value = useMemo(
    () => ({ layouts, remember, widths, rememberWidth }),
    [layouts, remember, widths, rememberWidth],
  );
  return <Context value={value}>{children}</Context>;
}

/** The remembered layouts, and the way to change them. */
export function useRememberedLayouts(): RememberedLayouts {
  return use(Context);
}
