import { parseAsString, parseAsStringLiteral } from 'nuqs/server';
import { timelineLanes } from '#contract';
import type { Span } from '@/components/timeline/timeline.model.ts';

const minute = 60_000;

/** The times before now that a timeline can show. */
export const timelineWindows = { '15m': 15 * minute, '1h': 60 * minute, '6h': 360 * minute, '24h': 1440 * minute };
type TimelineWindow = keyof typeof timelineWindows;
export const timelineWindowNames = ['15m', '1h', '6h', '24h'] as const satisfies readonly TimelineWindow[];

/** What an address says of a timeline: its lanes, and a time before now or a fixed one, `from~to`. */
export const timelineParams = {
  by: parseAsStringLiteral(timelineLanes).withDefault('worker'),
  during: parseAsString.withDefault('15m'),
};

/** Reads a time from an address: a fixed one, or the length of one that ends now. */
export function readDuring(during: string): Span | TimelineWindow {
  const [from = '', to = ''] = during.split('~');
  const span = { from: Date.parse(from), to: Date.parse(to) };
  if (span.from < span.to) return span;
  return timelineWindowNames.find((name) => name === during) ?? '15m';
}

/** A fixed time as an address has it. */
export function writeDuring({ from, to }: Span): string {
  return `${new Date(from).toISOString()}~${new Date(to).toISOString()}`;
}
