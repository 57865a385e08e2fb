'use client';
import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { browserZone } from './browser-zone.ts';
import { hearDocument, presentTime } from './present.ts';
import { useIsPrinting } from './printing.ts';
import { timeCookie, zoneCookie } from './time-cookies.ts';
import {
  defaultTimePreferences,
  readTimePreferences,
  type TimePreferences,
  writeTimePreferences,
} from './time-format.ts';
import { writeCookie } from './write-cookie.ts';

type TimeContext = {
  preferences: TimePreferences;
  /** The IANA name behind the chosen zone. */
  timeZone: string;
  /** The time at which the server rendered, for a first render that matches. */
  renderedOn: number;
  change: (preferences: TimePreferences) => void;
};

const Context = createContext<TimeContext>({
  preferences: defaultTimePreferences,
  timeZone: 'UTC',
  renderedOn: 0,
  change: () => {},
});

/** Gives everything below it one way to show times. */
export function TimePreferencesProvider({
  initial,
  initialLocalZone,
  renderedOn,
  children,
}: {
  initial: TimePreferences;
  /** The browser's zone as it told last time; UTC before it ever did. */
  initialLocalZone: string;
  renderedOn: number;
  children: ReactNode;
}) {
  const [preferences, setPreferences] = useState(initial);
  useState(() => typeof document !== 'undefined' && hearDocument(renderedOn)); // before anything below tells the time
  const isPrinting = useIsPrinting(); // "2 min ago" says nothing on paper
  const localZone = useSyncExternalStore(subscribeToNothing, browserZone, () => initialLocalZone);
  useEffect(() => {
    if (localZone !== initialLocalZone) writeCookie(zoneCookie, localZone);
  }, [localZone, initialLocalZone]);

  const channel = useRef<BroadcastChannel>(undefined);
  useEffect(() => {
    const tabs = new BroadcastChannel(timeCookie);
    tabs.onmessage = ({ data }) => setPreferences(readTimePreferences(String(data)));
    channel.current = tabs;
    return () => tabs.close();
  }, []);
  const change = useCallback((next: TimePreferences) => {
    const text = writeTimePreferences(next);
    setPreferences(next);
    writeCookie(timeCookie, text);
    channel.current?.postMessage(text); // times of two tabs are compared, and the cookie is of both
  }, []);
  const value = useMemo(
    () => ({
      preferences: isPrinting ? { ...preferences, style: 'absolute' as const } : preferences,
      timeZone: preferences.zone === 'local' ? localZone : preferences.zone,
      renderedOn,
      change,
    }),
    [preferences, isPrinting, localZone, renderedOn, change],
  );
  return <Context value={value}>{children}</Context>;
}

/** How times are shown, and the way to change it. */
export function useTimePreferences(): TimeContext {
  return use(Context);
}

/** The present in milliseconds, renewed every second while the page is seen; see `presentTime`. */
export function useNow(): number {
  return useAtPresent((now) => now);
}

/**
 * What `read` makes of the present. The component is rendered again when that differs, not every second: a list with
 * "5 min ago" in each row stands still for most of a minute.
 */
export function useAtPresent<Read extends string | number | boolean>(read: (now: number) => Read): Read {
  const { renderedOn } = use(Context);
  return useSyncExternalStore(
    subscribeToClock,
    () => read(presentSecond),
    () => read(renderedOn),
  );
}

let presentSecond = presentTime();
const listeners = new Set<() => void>();
let ticking: ReturnType<typeof setInterval> | undefined;

function tick() {
  if (document.visibilityState === 'hidden') return;
  presentSecond = presentTime();
  for (const listener of listeners) listener();
}

function subscribeToClock(listener: () => void): () => void {
  listeners.add(listener);
  if (ticking === undefined) {
    presentSecond = presentTime();
    ticking = setInterval(tick, 1_000);
    document.addEventListener('visibilitychange', tick);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(ticking);
    ticking = undefined;
    document.removeEventListener('visibilitychange', tick);
  };
}

function subscribeToNothing(): () => void {
  return () => {};
}
