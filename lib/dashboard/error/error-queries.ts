import { type OverviewWindow, overviewWindows } from '../overview/overview-window.ts';

/** The spans that the page of a cause can look back over. */
export const errorWindows = ['1h', '24h', '7d', '30d'] as const satisfies readonly OverviewWindow[];
export type ErrorWindow = (typeof errorWindows)[number];

/** Keys of the queries about one cause. All begin with its id, so that a change of it refreshes what is shown. */
export const errorKeys = {
  all: (id: string) => ['error', id] as const,
  group: (id: string, window: ErrorWindow) => ['error', id, 'group', window] as const,
  audit: (id: string) => ['error', id, 'audit'] as const,
};

/** The address of the GET handler of a cause. */
export function errorPath(id: string, window: ErrorWindow): string {
  return `/api/errors/${encodeURIComponent(id)}?window=${window}`;
}

/** Reads a window's name in milliseconds. Any other word is the default. */
export function errorWindowInMs(name: string | null | undefined): number {
  return overviewWindows[errorWindows.find((known) => known === name) ?? '24h'];
}
