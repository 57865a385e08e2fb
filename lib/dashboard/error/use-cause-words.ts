'use client';
import { useQueries } from '@tanstack/react-query';
import { causeWords } from '@/components/error/cause-title.tsx';
import type { Clause } from '@/components/filter/clause.ts';
import type { ValueWords } from '@/components/filter/filter-chip.tsx';
import { fetchJson } from '../query/fetch-json.ts';
import { errorKeys, errorPath } from './error-queries.ts';
import type { ShownErrorGroup } from './read-error-group.ts';

const shortestWindow = '1h';
const causeKeys: readonly string[] = ['error', 'group'];

/** The errors and error groups that conditions name. */
export function causesIn(clauses: readonly Clause[]): string[] {
  return clauses.flatMap((clause) => (clause.kind === 'field' && causeKeys.includes(clause.key) ? clause.values : []));
}

/** Returns the message of an error and the title of an error group by id, once they are read. */
export function useCauseWords(ids: readonly string[]): ValueWords {
  const known = [...new Set(ids)];
  const results = useQueries({
    queries: known.map((id) => ({
      queryKey: errorKeys.group(id, shortestWindow),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        fetchJson<ShownErrorGroup>(errorPath(id, shortestWindow), { signal }),
    })),
  });
  return (key, value) => {
    const group = results[known.indexOf(value)]?.data;
    if (group === undefined || !causeKeys.includes(key)) return undefined;
    return key === 'group' ? causeWords(group) : errorWords(group, value);
  };
}

/** The error with this fingerprint. A merged group can have been begun by another one. */
function errorWords({ error, fingerprints, latest }: ShownErrorGroup, fingerprint: string): string | undefined {
  if (fingerprints.length === 1) return causeWords({ error });
  return latest?.error.fingerprint === fingerprint ? causeWords({ error: latest.error }) : undefined;
}
