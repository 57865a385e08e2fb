import 'server-only';
import { type DehydratedState, dehydrate } from '@tanstack/react-query';
import { createLoader, type SearchParams } from 'nuqs/server';
import { limits, type TaskType } from '#contract';
import { emptyForm, formOfTask, formOfType, type NewTaskForm } from '@/components/task/new/new-task-form.ts';
import { taskName } from '@/components/task/task-row.ts';
import { answerMissing } from '../../access/answer-head.ts';
import type { SignedIn } from '../../access/gate.ts';
import { type ListPage, readPage } from '../../list/page.ts';
import { makeQueryClient } from '../../query/query-client.ts';
import { newTaskParams } from './new-task-params.ts';
import { readOrigin } from './read-origin.ts';

const loadParams = createLoader(newTaskParams);

/** What the form of a new task begins with: the task or the type that its address names. */
export async function prefetchNewTask(
  { client, scopes }: Pick<SignedIn, 'client' | 'scopes'>,
  searchParams: Promise<SearchParams>,
): Promise<{ state: DehydratedState; initial: NewTaskForm; origin: { id: string; name: string } | undefined }> {
  const { from, type } = await loadParams(searchParams);
  const queryClient = makeQueryClient();
  const types =
    scopes.includes('tasks/read') &&
    queryClient.prefetchQuery({
      queryKey: ['task-types'],
      queryFn: () => readPage(client.listTaskTypesAsync(), { maxPageSize: limits.pageSize }),
    });
  const origin = from === null ? undefined : await readOrigin(client, from);
  if (from !== null && origin === undefined) answerMissing();
  await types;
  const registered = queryClient.getQueryData<ListPage<TaskType>>(['task-types'])?.value;
  const chosen = registered?.find((one) => one.type === type);
  return {
    state: dehydrate(queryClient),
    initial: origin ? formOfTask(origin) : chosen ? formOfType(chosen) : emptyForm,
    origin: origin && { id: origin.id, name: taskName(origin) },
  };
}
