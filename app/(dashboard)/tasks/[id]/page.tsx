import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { createLoader, type SearchParams } from 'nuqs/server';
import { cache } from 'react';
import { visibleText } from '#contract';
import { MissingScope } from '@/components/shell/missing-scope.tsx';
import { requireOperator } from '@/lib/dashboard/access/operator.ts';
import { prefetchRun } from '@/lib/dashboard/run/prefetch-run.ts';
import { runParams } from '@/lib/dashboard/run/run-params.ts';
import { RunPage } from './run-page.tsx';

type Props = { params: Promise<{ id: string }>; searchParams: Promise<SearchParams> };

const loadParams = createLoader(runParams);

/** Read once for the title and the page. Resolves with nothing for who may not read tasks. */
const openRun = cache(async (id: string, run: string | undefined, step: number | undefined) => {
  const operator = await requireOperator();
  if (!operator.scopes.includes('tasks/read')) return undefined;
  return prefetchRun(operator, id, run, step);
});

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const { run, step } = await loadParams(searchParams);
  const opened = await openRun(decodeURIComponent((await params).id), run ?? undefined, step ?? undefined);
  return { title: opened === undefined ? 'Task' : visibleText(opened.name) };
}

export default async function TaskRunPage({ params, searchParams }: Props) {
  const id = decodeURIComponent((await params).id);
  const { run, step } = await loadParams(searchParams);
  const opened = await openRun(id, run ?? undefined, step ?? undefined);
  if (opened === undefined) return <MissingScope scope="tasks/read" page="Task" />;
  const { queryClient, runCount } = opened;
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <RunPage key={id} id={id} currentRun={runCount} />
    </HydrationBoundary>
  );
}
