import { defaultShouldDehydrateQuery, type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { parseJson, stringifyJson } from '#contract';
import { endedSession } from '../access/ended-session.ts';
import { isMissingRight, noteRefusedRight } from '../access/refused-right.ts';
import { isProblemError } from '../problem/problem.ts';
import { shareEqualParts } from './share-equal-parts.ts';
import { silentRead } from './silent-read.ts';

/**
 * One query client's settings, for a server render and for the browser. Dehydrated data crosses as JSON text, so that
 * numbers stay exact. Freshness comes from the live stream; a refetch on focus or reconnect covers its gaps.
 */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: noteRefusal }),
    defaultOptions: {
      queries: {
        structuralSharing: shareEqualParts,
        staleTime: 10_000,
        gcTime: 5 * 60_000,
        refetchOnWindowFocus: true,
        refetchOnReconnect: true,
        retry: (failures, error) => failures < 2 && isWorthAnotherTry(error),
        retryDelay: (failures) => Math.min(500 * 2 ** failures, 5_000),
      },
      dehydrate: { shouldDehydrateQuery: defaultShouldDehydrateQuery, serializeData: (data) => stringifyJson(data) },
      hydrate: { deserializeData: (text: string) => parseJson(text) },
    },
  });
}

function isWorthAnotherTry(error: Error): boolean {
  if (!isProblemError(error) || error.problem === silentRead) return false;
  return ['Unreachable', 'ServiceUnavailable', 'BadAnswer'].includes(error.problem.code);
}

/** What the operator may not read any more does not stay on the page. */
function noteRefusal(error: Error, query: Pick<Query, 'setState'>): void {
  if (typeof window === 'undefined' || !isProblemError(error)) return;
  if (error.problem.code === 'Unauthenticated') endedSession.note();
  if (!isMissingRight(error.problem)) return;
  query.setState({ data: undefined });
  noteRefusedRight();
}
