import 'server-only';
import { createHash } from 'node:crypto';
import type { TaskClient } from '#client';
import { markersIn, runCount, type Step, stringifyJson, type TaskHistoryResponse, type TaskResponse } from '#contract';
import { showValue } from '@/components/json/shown-value.ts';
import type { RunView, TaskView } from '@/components/run/run-view.ts';
import type { StepView } from '@/components/step/step-view.ts';
import { type ListPage, readPage } from '../list/page.ts';
import { ProblemError } from '../problem/problem.ts';
import { readTaskNames } from '../task/name-tasks.ts';

/** A task and one of its runs. */
export type RunRead = { task: TaskView; run: RunView };

/** Outputs above this are not sent with a list of steps. */
const listedOutputBytes = 2 * 1024;

type Options = { abortSignal?: AbortSignal };

/** Reads a task with its current run, or with the run whose number is given. */
export async function readRun(
  client: TaskClient,
  id: string,
  run: string | undefined,
  options: Options = {},
): Promise<RunRead> {
  if (run !== undefined) {
    const [task, seen] = await Promise.all([
      client.getTaskAsync(id, options),
      client.getTaskHistoryAsync(id, parseRunCount(run), options),
    ]);
    return toRunRead(task, seen, await readParentName(client, task, options));
  }
  const task = await client.getTaskAsync(id, options);
  const [seen, parentName] = await Promise.all([
    client.getTaskHistoryAsync(id, task.runCount, options),
    readParentName(client, task, options),
  ]);
  return toRunRead(task, seen, parentName);
}

async function readParentName(client: TaskClient, { parent }: TaskResponse, { abortSignal }: Options) {
  if (parent === undefined) return undefined;
  return (await readTaskNames(client, [parent.taskId], abortSignal)).get(parent.taskId);
}

function toRunRead(task: TaskResponse, run: TaskHistoryResponse, parentName: string | undefined): RunRead {
  return { task: toTaskView(task, parentName), run: toRunView(run) };
}

/** The number of a run as it stands in an address. Throws a `RunNotFound` problem where it is none. */
export function parseRunCount(text: string): bigint {
  const parsed = runCount.safeParse(text);
  if (!parsed.success) throw new ProblemError({ code: 'RunNotFound', detail: `“${text}” is not a run number.` });
  return parsed.data;
}

/** Reads a page of a run's steps, or of those with a name, large outputs left out. */
export async function readSteps(
  client: TaskClient,
  id: string,
  run: bigint | number,
  continuationToken: string | undefined,
  { maxPageSize = 1_000, ...options }: Options & { name?: string; maxPageSize?: number } = {},
): Promise<ListPage<StepView>> {
  const list = client.getStepsClient().listStepsAsync(id, run, options);
  const page = await readPage(list, { continuationToken, maxPageSize });
  return { ...page, value: page.value.map((step) => toStepView(step, listedOutputBytes)) };
}

/** Reads a page of a task's runs, newest first, without their input and output. */
export async function readHistory(
  client: TaskClient,
  id: string,
  continuationToken: string | undefined,
  options: Options = {},
): Promise<ListPage<RunView>> {
  const page = await readPage(client.listTaskHistoryAsync(id, options), { continuationToken, maxPageSize: 100 });
  return { ...page, value: page.value.map(({ input: _input, output: _output, ...rest }) => rest) };
}

export function toStepView(step: Step, limit?: number): StepView {
  const { output, ...rest } = step;
  const shown = showValue(output, limit);
  if (output === undefined || shown?.kind !== 'held') return { ...rest, output: shown };
  const digest = createHash('sha256').update(stringifyJson(output)).digest('base64url');
  return { ...rest, output: { ...shown, digest, hasHiddenParts: markersIn(output).length > 0 } };
}

function toTaskView(task: TaskResponse, parentName: string | undefined): TaskView {
  const { input, output, ...rest } = task;
  return { ...rest, ...(parentName && { parentName }), input: showValue(input), output: showValue(output) };
}

function toRunView(run: TaskHistoryResponse): RunView {
  const { input, output, ...rest } = run;
  return { ...rest, input: showValue(input), output: showValue(output) };
}
