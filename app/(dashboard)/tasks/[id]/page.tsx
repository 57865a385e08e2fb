import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { createLoader, type SearchParams } from 'nuqs/server';
import { cache } from 'react';
import { visibleText } from '#contract';
import { requireOperator } from '@/lib/dashboard/access/operator.ts';
import { prefetchRun } from '@/lib/dashboard/run/prefetch-run.ts';
import { runParams } from '@/lib/dashboard/run/run-params.ts';
import { RunPage } from './run-page.tsx';

type Props = { params: Promise<{ id: string }>; searchParams: Promise<SearchParams> };

const loadParams = createLoader(runParams);

/** Read once for the title and the page. */
const openRun = cache(async (id: string, run: string | undefined) => {
  const { client } = await requireOperator();
  return prefetchRun(client, id, run);
});

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const { run } = await loadParams(searchParams);
  const { name } = await openRun(decodeURIComponent((await params).id), run ?? undefined);
  return { title: visibleText(name) };
}

export default async function TaskRunPage({ params, searchParams }: Props) {
  const id = decodeURIComponent((await params).id);
  const { run } = await loadParams(searchParams);
  const { queryClient, runCount } = await openRun(id, run ?? undefined);
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <RunPage key={id} id={id} currentRun={runCount} />
    </HydrationBoundary>
  );
}
