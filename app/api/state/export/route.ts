import type { TaskClient } from '#client';
import { lineOf } from '@/components/state/entry-line.ts';
import { downloadRoute } from '@/lib/dashboard/access/download-route.ts';
import { requireFreshProof } from '@/lib/dashboard/proof/require-proof.ts';
import { requiredParam } from '@/lib/dashboard/state/entry-params.ts';
import { stateListOptions } from '@/lib/dashboard/state/read-state.ts';

const entriesPerRead = 500;

/** All entries that a filter matches as JSON lines, a page at a time: memory stays flat however many there are. */
export const GET = downloadRoute(async ({ client, scopes, searchParams, signal }) => {
  if (scopes.includes('sensitive/read')) await requireFreshProof(client);
  const storeName = requiredParam(searchParams, 'store');
  const { continuationToken: _, maxPageSize: __, includeValue: ___, ...filter } = stateListOptions(searchParams);
  return {
    fileName: `${storeName}.jsonl`,
    mediaType: 'application/x-ndjson',
    chunks: linesOf(client, storeName, { ...filter, abortSignal: signal }),
  };
});

type ListOptions = Parameters<ReturnType<TaskClient['getStateClient']>['listStateAsync']>[1];

async function* linesOf(client: TaskClient, storeName: string, options: ListOptions): AsyncGenerator<string> {
  const pages = client.getStateClient().listStateAsync(storeName, options).byPage({ maxPageSize: entriesPerRead });
  for await (const page of pages) yield page.map((entry) => `${lineOf(entry)}\n`).join('');
}
