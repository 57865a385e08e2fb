import type { CallerLimitName, Quota, QuotaInput } from '#contract';
import { formatBytes } from '@/components/ui/format-bytes.ts';

/** What is limited, in words. */
export const quotaFields: readonly { name: CallerLimitName; label: string }[] = [
  { name: 'requestsPerSecond', label: 'Requests per second' },
  { name: 'concurrentWaits', label: 'Open waits and streams' },
  { name: 'queuedTasks', label: 'Queued tasks' },
  { name: 'storedBytesPerHour', label: 'Stored bytes per hour' },
];

/** A limit or what is used of it. Bytes have a unit; what reached its limit may be more than was counted. */
export function amountText(name: CallerLimitName, amount: number): string {
  return name === 'storedBytesPerHour' ? formatBytes(amount) : amount.toLocaleString('en');
}

/** How much of a limit is used, from 0 to 1. */
export function usedPart({ use, limits }: Quota, name: CallerLimitName): number {
  return Math.min(1, use[name] / limits[name]);
}

/** The limits in the fields of the form: an empty one is that of the deployment. `undefined` where one is no number. */
export function readQuotaFields(texts: Readonly<Record<CallerLimitName, string>>): QuotaInput | undefined {
  const entries = quotaFields.flatMap(({ name }) => (texts[name].trim() === '' ? [] : [[name, Number(texts[name])]]));
  if (entries.some(([, amount]) => !Number.isSafeInteger(amount) || Number(amount) < 1)) return undefined;
  return Object.fromEntries(entries);
}
