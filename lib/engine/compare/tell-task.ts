import { comparedSpans, type JsonValue } from '#contract';
import { tellInput } from './input-fields.ts';
import type { Tally } from './tally.ts';

/** The parts of a task that are compared. Times are in milliseconds. */
export type ComparedTask = {
  type: string;
  queue: string;
  worker: string | null;
  version: string | undefined;
  startedOn: number | null;
  queuedOn: number | null;
  endedOn: number | null;
  tags: Readonly<Record<string, string>>;
  input: JsonValue | undefined;
};

const hourMs = 3_600_000;
/** Adds the fields of a task to those of the side that the tally counts. Hidden values take no part. */
export function tellTask(tally: Tally, task: ComparedTask): void {
  tally.field('type').add(task.type);
  tally.field('queue').add(task.queue);
  if (task.worker !== null) tally.field('worker').add(task.worker);
  if (task.version !== undefined) tally.field('version').add(task.version);
  const begun = task.startedOn ?? task.endedOn;
  if (begun !== null) tally.field('hour').add(Math.floor(begun / hourMs) % 24);
  tellSpan(tally, 'queueWait', task.queuedOn, task.startedOn);
  tellSpan(tally, 'duration', task.startedOn, task.endedOn);
  const tags = tally.field('tag');
  for (const name in task.tags) tags.member(name, tagName)?.add(task.tags[name] ?? null);
  if (task.input !== undefined) tellInput(task.input, tally.field('input'));
}

const tagName = (_: string, name: string) => `tag.${name}`;

function tellSpan(tally: Tally, field: string, from: number | null, to: number | null): void {
  if (from !== null && to !== null) tally.field(field).add(spanOf(to - from));
}

/** How long something took, in words: durations are compared by their order of magnitude. */
export function spanOf(milliseconds: number): string {
  const span = comparedSpans.find(({ belowMs }) => belowMs === undefined || milliseconds < belowMs);
  return span?.word ?? '';
}
