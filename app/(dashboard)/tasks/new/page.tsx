import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { createLoader, parseAsString, type SearchParams } from 'nuqs/server';
import { limits, type TaskType } from '#contract';
import { emptyForm, formOfTask, formOfType } from '@/components/task/new/new-task-form.ts';
import { requireOperator } from '@/lib/dashboard/access/operator.ts';
import { type ListPage, readPage } from '@/lib/dashboard/list/page.ts';
import { makeQueryClient } from '@/lib/dashboard/query/query-client.ts';
import { readOrigin } from '@/lib/dashboard/task/new/read-origin.ts';
import { NewTask } from './new-task.tsx';

export const metadata: Metadata = { title: 'New task' };

const loadParams = createLoader({ from: parseAsString, type: parseAsString });

export default async function NewTaskPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { client } = await requireOperator();
  const { from, type } = await loadParams(searchParams);
  const queryClient = makeQueryClient();
  const types = queryClient.prefetchQuery({
    queryKey: ['task-types'],
    queryFn: () => readPage(client.listTaskTypesAsync(), { maxPageSize: limits.pageSize }),
  });
  const origin = from === null ? undefined : await readOrigin(client, from);
  await types;
  const registered = queryClient.getQueryData<ListPage<TaskType>>(['task-types'])?.value;
  const chosen = registered?.find((one) => one.type === type);
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <NewTask
        initial={origin ? formOfTask(origin) : chosen ? formOfType(chosen) : emptyForm}
        origin={origin && { id: origin.id, name: origin.name ?? origin.type }}
      />
    </HydrationBoundary>
  );
}
