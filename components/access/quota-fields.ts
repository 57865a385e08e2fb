import { type CallerLimitName, numberText, type Quota, type QuotaInput, ranges } from '#contract';
import { readBytes, writeBytes } from '@/components/ui/byte-text.ts';
import { formatBytes } from '@/components/ui/format-bytes.ts';
import { rangeWords, readWhole } from '@/components/ui/number-text.ts';

/** What is limited, in words. */
export const quotaFields: readonly { name: CallerLimitName; label: string }[] = [
  { name: 'requestsPerSecond', label: 'Requests per second' },
  { name: 'concurrentWaits', label: 'Open waits and streams' },
  { name: 'queuedTasks', label: 'Queued tasks' },
  { name: 'storedBytesPerHour', label: 'Stored bytes per hour' },
];

/** A limit or what is used of it. Bytes have a unit; what reached its limit may be more than was counted. */
export function amountText(name: CallerLimitName, amount: number): string {
  return name === 'storedBytesPerHour' ? formatBytes(amount) : numberText(amount);
}

/** How much of a limit is used, from 0 to 1. */
export function usedPart({ use, limits }: Quota, name: CallerLimitName): number {
  return Math.min(1, use[name] / limits[name]);
}

/** A limit as its field has it; empty is that of the deployment. */
export function limitText(name: CallerLimitName, limit: number | undefined): string {
  if (limit === undefined) return '';
  return name === 'storedBytesPerHour' ? writeBytes(limit) : String(limit);
}

type QuotaTexts = Readonly<Record<CallerLimitName, string>>;

/** Reads the fields of the form: the limits that are given, and what is wrong, by field. */
export function readQuotaFields(texts: QuotaTexts): {
  quota: QuotaInput;
  problems: Partial<Record<CallerLimitName, string>>;
} {
  const quota: QuotaInput = {};
  const problems: Partial<Record<CallerLimitName, string>> = {};
  for (const { name } of quotaFields) {
    if (texts[name].trim() === '') continue;
    const limit = readLimit(name, texts[name]);
    if (limit === undefined) problems[name] = limitRule(name);
    else quota[name] = limit;
  }
  return { quota, problems };
}

function readLimit(name: CallerLimitName, text: string): number | undefined {
  if (name !== 'storedBytesPerHour') return readWhole(text, ranges.callerLimit);
  const bytes = readBytes(text);
  return bytes !== undefined && bytes <= ranges.callerBytes.most ? bytes : undefined;
}

function limitRule(name: CallerLimitName): string {
  if (name !== 'storedBytesPerHour') return `Enter a whole number from ${rangeWords(ranges.callerLimit)}`;
  return `Enter a size such as 500 MiB, up to ${writeBytes(ranges.callerBytes.most)}`;
}
