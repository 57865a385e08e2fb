import { parseAsStringLiteral } from 'nuqs/server';

const hour = 3_600_000;

/** The spans that the overview can look back over, in milliseconds. */
export const overviewWindows = { '1h': hour, '6h': 6 * hour, '24h': 24 * hour, '7d': 168 * hour, '30d': 720 * hour };

export type OverviewWindow = keyof typeof overviewWindows;

export const windowNames = ['1h', '6h', '24h', '7d', '30d'] as const satisfies readonly OverviewWindow[];

/** A window as words follow "the last". */
export const windowWords: Readonly<Record<OverviewWindow, string>> = {
  '1h': 'hour',
  '6h': '6 hours',
  '24h': '24 hours',
  '7d': '7 days',
  '30d': '30 days',
};

export const overviewParams = { window: parseAsStringLiteral(windowNames).withDefault('1h') };

/** Reads a window's name; any other word is the default. */
export function readWindow(name: string | null): OverviewWindow {
  return windowNames.find((known) => known === name) ?? '1h';
}
