import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { createLoader, type SearchParams } from 'nuqs/server';
import { requireOperator } from '@/lib/dashboard/access/operator.ts';
import { prefetchRun } from '@/lib/dashboard/run/prefetch-run.ts';
import { runParams } from '@/lib/dashboard/run/run-params.ts';
import { RunPage } from './run-page.tsx';

type Props = { params: Promise<{ id: string }>; searchParams: Promise<SearchParams> };

const loadParams = createLoader(runParams);

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: decodeURIComponent((await params).id) };
}

export default async function TaskRunPage({ params, searchParams }: Props) {
  const { client } = await requireOperator();
  const id = decodeURIComponent((await params).id);
  const { run } = await loadParams(searchParams);
  const { queryClient, runCount } = await prefetchRun(client, id, run ?? undefined);
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <RunPage key={id} id={id} currentRun={runCount} />
    </HydrationBoundary>
  );
}
