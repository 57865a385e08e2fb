'use client';
import { useQueryClient } from '@tanstack/react-query';
import type { View } from '#contract';
import { outcomeTitle } from '@/components/ui/outcome-title.ts';
import { toast } from '@/components/ui/toast.ts';
import { useSendOnce } from '@/components/ui/use-send-once.ts';
import type { ViewContent } from '@/components/view/view-address.ts';
import type { ViewName } from '@/components/view/view-dialog.tsx';
import type { ActionResult } from '../access/perform-action.ts';
import { answered } from '../problem/answered.ts';
import type { DashboardProblem } from '../problem/problem.ts';
import { readAgain } from '../query/read-again.ts';
import { createView, deleteView, updateView } from './actions.ts';
import { viewCountsKey, viewsKey } from './view-keys.ts';

/** Changes of views. Each resolves with what went wrong, after the views have been read again. */
export function useViewActs() {
  const queryClient = useQueryClient();
  const sendOnce = useSendOnce();
  const finish = async <Value>(act: () => Promise<ActionResult<Value>>): Promise<ActionResult<Value>> => {
    const answer = await answered(act());
    void readAgain(queryClient, viewCountsKey);
    await readAgain(queryClient, viewsKey);
    return answer;
  };
  const change = async (act: () => Promise<ActionResult<unknown>>): Promise<DashboardProblem | undefined> => {
    const answer = await finish(act);
    return answer.ok ? undefined : answer.problem;
  };
  return {
    create(content: ViewContent, given: ViewName) {
      return finish(() => sendOnce({ view: { ...content, ...given } }, createView));
    },
    rename: ({ id, etag }: View, given: ViewName) =>
      change(() => sendOnce({ id, update: given, ifMatch: etag }, updateView)),
    remove: ({ id }: View) => change(() => deleteView({ id })),
    async move({ id }: View, place: number) {
      const problem = await change(() => updateView({ id, update: { place } }));
      if (problem) toast.error(outcomeTitle('The view was not moved', problem), { description: problem.detail });
    },
    /** Saves what a list shows as the content of a view, unless somebody else has changed the view. */
    async save({ id, etag, name }: View, { filter, settings }: ViewContent) {
      const problem = await change(() => sendOnce({ id, update: { filter, settings }, ifMatch: etag }, updateView));
      if (problem === undefined) return toast.success('View saved', { description: name });
      const title = outcomeTitle('The view was not saved', problem);
      const isOld = problem.code === 'PreconditionFailed';
      toast.error(title, { description: isOld ? `${problem.detail}. Save again to replace that.` : problem.detail });
    },
  };
}
