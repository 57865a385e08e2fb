'use client';
import { createContext, type ReactNode, use } from 'react';
import { cn } from './class-names.ts';
import { formatAbsolute, formatRelative, formatShort } from './time-format.ts';
import { useAtPresent, useTimePreferences } from './time-preferences.tsx';

type TimeProps = {
  /** RFC 3339, a date, or milliseconds since 1970. */
  value: string | number | Date;
  /** Overrides the operator's choice where only one of them makes sense. */
  style?: 'relative' | 'absolute';
  milliseconds?: boolean;
  className?: string;
};

const ShortTimes = createContext(false);

/** The rows of a table, whose columns have room for dates of this year without the year. */
export function WithShortTimes({ children }: { children: ReactNode }) {
  return <ShortTimes value>{children}</ShortTimes>;
}

/** A time as the operator chose to see it; the other form, with zone and milliseconds, on hover. */
export function Time({ value, style, milliseconds = false, className }: TimeProps) {
  const { preferences, timeZone } = useTimePreferences();
  const isShort = use(ShortTimes);
  const time = new Date(value);
  const shown = style ?? preferences.style;
  if (shown === 'relative') return <RelativeTime time={time} timeZone={timeZone} className={className} />;
  return (
    <TimeElement time={time} title={absoluteTitle(time, timeZone)} className={className}>
      {(isShort ? formatShort : formatAbsolute)(time, timeZone, { milliseconds })}
    </TimeElement>
  );
}

function RelativeTime({ time, timeZone, className }: { time: Date; timeZone: string; className: string | undefined }) {
  const text = useAtPresent((now) => formatRelative(time, now));
  return (
    <TimeElement time={time} title={absoluteTitle(time, timeZone)} className={className}>
      {text}
    </TimeElement>
  );
}

function absoluteTitle(time: Date, timeZone: string): string {
  return `${formatAbsolute(time, timeZone, { milliseconds: true })} ${timeZone}`;
}

function TimeElement(props: { time: Date; title: string; className: string | undefined; children: string }) {
  const isValid = !Number.isNaN(props.time.getTime());
  return (
    <time
      dateTime={isValid ? props.time.toISOString() : undefined}
      title={props.title}
      className={cn('tabular whitespace-nowrap', props.className)}
    >
      {props.children}
    </time>
  );
}
