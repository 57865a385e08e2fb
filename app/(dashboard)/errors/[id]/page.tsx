import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { createLoader, type SearchParams } from 'nuqs/server';
import { cache } from 'react';
import { visibleText } from '#contract';
import { causeWords } from '@/components/error/cause-title.tsx';
import { MissingScope } from '@/components/shell/missing-scope.tsx';
import { requireOperator } from '@/lib/dashboard/access/operator.ts';
import { errorParams } from '@/lib/dashboard/error/error-params.ts';
import type { ErrorWindow } from '@/lib/dashboard/error/error-queries.ts';
import { prefetchError } from '@/lib/dashboard/error/prefetch-error.ts';
import { ErrorGroupPage } from './error-group-page.tsx';

type Props = { params: Promise<{ id: string }>; searchParams: Promise<SearchParams> };

const loadParams = createLoader(errorParams);

/** Read once for the title and the page. */
const openError = cache(async (id: string, window: ErrorWindow) => {
  const { client, scopes } = await requireOperator();
  return scopes.includes('tasks/read') ? prefetchError(client, id, window) : undefined;
});

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const { window } = await loadParams(searchParams);
  const opened = await openError(decodeURIComponent((await params).id), window);
  return { title: opened === undefined ? 'Errors' : visibleText(causeWords(opened.group)) };
}

export default async function Page({ params, searchParams }: Props) {
  const id = decodeURIComponent((await params).id);
  const opened = await openError(id, (await loadParams(searchParams)).window);
  if (opened === undefined) return <MissingScope scope="tasks/read" page="Errors" />;
  return (
    <HydrationBoundary state={dehydrate(opened.queryClient)}>
      <ErrorGroupPage key={id} id={id} />
    </HydrationBoundary>
  );
}
