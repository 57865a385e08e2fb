import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { createLoader, type SearchParams } from 'nuqs/server';
import { MissingScope } from '@/components/shell/missing-scope.tsx';
import { requireOperator } from '@/lib/dashboard/access/operator.ts';
import { compareParams } from '@/lib/dashboard/run/compare-params.ts';
import { prefetchComparison } from '@/lib/dashboard/run/prefetch-comparison.ts';
import { ComparePage } from './compare-page.tsx';

export const metadata: Metadata = { title: 'Compare runs' };

const loadParams = createLoader(compareParams);

type Props = { params: Promise<{ id: string }>; searchParams: Promise<SearchParams> };

export default async function CompareRunsPage({ params, searchParams }: Props) {
  const { client, scopes } = await requireOperator();
  if (!scopes.includes('tasks/read')) return <MissingScope scope="tasks/read" page="Compare runs" />;
  const id = decodeURIComponent((await params).id);
  const { run, with: withTask, withRun } = await loadParams(searchParams);
  const other = { taskId: withTask, run: withRun };
  const { queryClient, left, right, path } = await prefetchComparison(client, id, run, other);
  if (path !== undefined) redirect(withRest(path, await searchParams));
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <ComparePage key={`${id} ${left.run} ${right?.taskId} ${right?.run}`} left={left} right={right} />
    </HydrationBoundary>
  );
}

/** The path with the parameters that it does not name: the page says which of them it does not apply. */
function withRest(path: string, given: SearchParams): string {
  const url = new URL(path, 'http://dashboard');
  for (const [name, value] of Object.entries(given)) {
    if (url.searchParams.has(name) || value === undefined) continue;
    for (const one of [value].flat()) url.searchParams.append(name, one);
  }
  return `${url.pathname}${url.search}`;
}
