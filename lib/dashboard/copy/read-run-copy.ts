import 'server-only';
import { markersIn, stringifyJson } from '#contract';
import type { SignedIn } from '../access/gate.ts';
import { parseRunCount } from '../run/read-run.ts';
import { type CopyPart, copyParts, type RunCopy } from './run-copy.ts';

/** The most that a file holds of each list. */
const most = { steps: 2_000, events: 500, logs: 5_000 };
const pageSize = 1_000;
const neededScopes = { logs: 'logs/read', events: 'events/read' } as const;

/** Reads a run as the operator sees it, with what is hidden from them hidden. Parts that they may not read are left out. */
export async function readRunCopy(
  { client, operator, scopes }: Pick<SignedIn, 'client' | 'operator' | 'scopes'>,
  {
    id,
    run,
    without,
    abortSignal,
  }: { id: string; run: string; without: readonly CopyPart[]; abortSignal: AbortSignal },
): Promise<RunCopy> {
  const count = parseRunCount(run);
  const isIn = (part: 'logs' | 'events') => !without.includes(part) && scopes.includes(neededScopes[part]);
  const options = { abortSignal };
  const [task, seen, steps, events, logs] = await Promise.all([
    client.getTaskAsync(id, options),
    client.getTaskHistoryAsync(id, count, options),
    firstOf(client.getStepsClient().listStepsAsync(id, count, options), most.steps),
    isIn('events') ? firstOf(client.listTaskExternalEventsAsync(id, options), most.events) : nothing,
    isIn('logs') ? firstOf(client.getLogsClient().listLogsAsync(id, count, options), most.logs) : nothing,
  ]);
  const { input: _input, output: _output, ...ofTask } = task;
  const { input, output, ...ofRun } = seen;
  const hasValues = !without.includes('values');
  return {
    format: 'taskdeck.run',
    version: 1,
    madeOn: new Date().toISOString(),
    madeBy: operator.email,
    task: ofTask,
    run: hasValues ? seen : ofRun,
    steps: hasValues ? steps.found : steps.found.map(({ output: _, ...step }) => step),
    events: events.found,
    logs: logs.found,
    leftOut: copyParts.filter((part) => (part === 'values' ? !hasValues : !isIn(part))),
    isCut: { steps: steps.isCut, events: events.isCut, logs: logs.isCut },
  };
}

const nothing = Promise.resolve({ found: [], isCut: false });

async function firstOf<Item>(
  list: { byPage(settings: { maxPageSize: number }): AsyncIterable<Item[]> },
  amount: number,
): Promise<{ found: Item[]; isCut: boolean }> {
  const found: Item[] = [];
  for await (const page of list.byPage({ maxPageSize: pageSize })) {
    found.push(...page);
    if (found.length > amount) return { found: found.slice(0, amount), isCut: true };
  }
  return { found, isCut: false };
}

/** What a copy holds: how many of each, their size in bytes of JSON, and how many values are hidden. */
export type CopySummary = {
  parts: { name: string; count: number; bytes: number }[];
  hiddenValues: number;
  leftOut: CopyPart[];
  isCut: RunCopy['isCut'];
};

/** Says what a copy holds, without its content. */
export function summarizeCopy(copy: RunCopy): CopySummary {
  const { run, steps, events, logs } = copy;
  const part = (name: string, items: readonly unknown[]) => ({
    name,
    count: items.length,
    bytes: Buffer.byteLength(stringifyJson(items)),
  });
  const values = [run.input, run.output, ...steps.map(({ output }) => output), ...events.map(({ data }) => data.value)];
  return {
    parts: [
      part('input', run.input === undefined ? [] : [run.input]),
      part('output', run.output === undefined ? [] : [run.output]),
      part('steps', steps),
      part('events', events),
      part('log lines', logs),
    ],
    hiddenValues: values.reduce<number>((sum, value) => sum + (value === undefined ? 0 : markersIn(value).length), 0),
    leftOut: copy.leftOut,
    isCut: copy.isCut,
  };
}

/** The parts to leave out, from the parameters of an address. */
export function leftOutIn(params: URLSearchParams): CopyPart[] {
  return copyParts.filter((part) => params.getAll('without').includes(part));
}
