import 'server-only';
import { type Operation, operations, type Scope, scopes } from '#contract';
import type { ScopeMeanings } from '@/components/access/scope-picker.tsx';

/** What each scope is for, read from the table of operations: the summaries of those that need it. */
export function scopeMeanings(): ScopeMeanings {
  const all: readonly Operation[] = Object.values(operations);
  const summaries = (scope: Scope) =>
    all.filter((one) => one.scopes.includes(scope)).map(({ summary }) => firstSentence(summary));
  return Object.fromEntries(scopes.map((scope) => [scope, summaries(scope)]));
}

const firstSentence = (summary: string) => summary.split(/\. /)[0]?.replaceAll('`', '').replace(/\.$/, '') ?? '';
