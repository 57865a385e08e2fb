import 'server-only';
import { readErrorFrames } from '../run/read-error-frames.ts';
import { parseRunCount } from '../run/read-run.ts';
import { readStacks } from './copied-stack.ts';
import { mostCopied } from './copy-head.ts';
import { type AskedCopy, type CopyKind, type CopyReader, headOf, isWanted } from './copy-kind.ts';
import { copyParts } from './copy-parts.ts';
import { firstOf, nothing } from './first-of.ts';
import type { RunCopy } from './run-copy.ts';
import { runBody, runTitle } from './run-document.ts';

const mebibyte = 2 ** 20;
const most = {
  steps: { items: mostCopied.steps, bytes: 16 * mebibyte },
  events: { items: mostCopied.events, bytes: 8 * mebibyte },
  logs: { items: mostCopied.logs, bytes: 8 * mebibyte },
};
const neededScopes = { logs: 'logs/read', events: 'events/read' } as const;

/** Copies of runs. */
export const runKind: CopyKind<RunCopy> = {
  read: readRunCopy,
  fileName: ({ run }) => `${run.taskId}-run-${run.runCount}`,
  contents: ({ run, steps, events, logs, sources }) => [
    { name: 'input', one: 'input', items: run.input === undefined ? [] : [run.input] },
    { name: 'output', one: 'output', items: run.output === undefined ? [] : [run.output] },
    { name: 'steps', one: 'step', items: steps },
    { name: 'events', one: 'event', items: events },
    { name: 'log lines', one: 'log line', items: logs },
    { name: 'stacks with original source', one: 'stack with original source', items: sources },
  ],
  title: runTitle,
  body: runBody,
};

async function readRunCopy(
  reader: CopyReader,
  { params: { id = '', run = '' }, searchParams, abortSignal }: AskedCopy,
): Promise<RunCopy> {
  const { client, scopes } = reader;
  const count = parseRunCount(run);
  const isIn = (part: 'logs' | 'events') => isWanted(part, searchParams) && scopes.includes(neededScopes[part]);
  const options = { abortSignal };
  const [task, seen, steps, events, logs] = await Promise.all([
    client.getTaskAsync(id, options),
    client.getTaskHistoryAsync(id, count, options),
    firstOf(client.getStepsClient().listStepsAsync(id, count, options), most.steps),
    isIn('events') ? firstOf(client.listTaskExternalEventsAsync(id, options), most.events) : nothing,
    isIn('logs') ? firstOf(client.getLogsClient().listLogsAsync(id, count, options), most.logs) : nothing,
  ]);
  const hasSources = isWanted('sources', searchParams);
  const sources = hasSources
    ? await readStacks(seen, steps.found, (place) => readErrorFrames(client, id, count, place, options))
    : nothing;
  const { input: _input, output: _output, ...ofTask } = task;
  const { input, output, ...ofRun } = seen;
  const hasValues = isWanted('values', searchParams);
  const isPartIn = { values: hasValues, logs: isIn('logs'), events: isIn('events'), sources: hasSources };
  return {
    format: 'taskdeck.run',
    ...headOf(reader),
    task: ofTask,
    run: hasValues ? seen : ofRun,
    steps: hasValues ? steps.found : steps.found.map(({ output: _, ...step }) => step),
    events: events.found,
    logs: logs.found,
    sources: sources.found,
    leftOut: copyParts.run.filter((part) => !isPartIn[part]),
    isCut: { steps: steps.isCut, events: events.isCut, logs: logs.isCut, sources: sources.isCut },
  };
}
