import { z } from 'zod';
import { type JsonValue, parseStoredInTurns, stringifyInTurns } from '#contract';
import type { Call } from '../../verb.ts';
import type { StoredAnswer } from '../idempotency.ts';

/** How things are now: the answer of the operation, and entries of its store by their ids, as the caller may see them. */
type Now = {
  answer(): Promise<StoredAnswer>;
  entries(ids: readonly string[]): Promise<ReadonlyMap<string, { sensitive?: readonly string[] | undefined }>>;
};

/** What tells that an answer holds values of a task or an entry, and which of them were hidden then. */
const record = z.looseObject({ sensitive: z.array(z.string()).default([]) });
const values = ['value', 'input', 'output', 'error', 'waitingFor'];

/** An entry among several of an answer, and the answers that have several: to an undo, a transaction, and bulk saves. */
const entry = z.looseObject({ id: z.string(), sensitive: z.array(z.string()).optional() });
const answerOfSeveral = z.looseObject({
  restored: z.array(entry).optional(),
  upserted: z.array(entry).optional(),
  outcomes: z.array(z.looseObject({ state: entry.optional() })).optional(),
});

/**
 * Returns an answer that was kept. Where marks were added since that hide something of it from the caller, returns how things
 * are `now` instead: what is marked does not leave any more, also not in a repeated answer.
 */
export async function unlessMarkedSince(
  kept: StoredAnswer,
  { may }: Pick<Call, 'may'>,
  now: Now,
): Promise<StoredAnswer> {
  if (kept.body === null || may('sensitive/read')) return kept;
  const body = await parseStoredInTurns(kept.body);
  const several = answerOfSeveral.safeParse(body).data;
  if (several !== undefined && hasSeveral(several)) return withEntriesNow(kept, several, now);
  const then = recordIn(body);
  if (then === undefined || !values.some((name) => name in then)) return kept;
  const answer = await now.answer();
  const marks = recordIn(answer.body === null ? null : await parseStoredInTurns(answer.body))?.sensitive ?? [];
  return isCovered(then, marks) ? kept : answer;
}

function recordIn(body: JsonValue): z.infer<typeof record> | undefined {
  return record.safeParse(body).data;
}

/** Whether what is marked now was marked then. */
function isCovered({ sensitive = [] }: { sensitive?: readonly string[] | undefined }, now: readonly string[]): boolean {
  return now.every((pointer) => sensitive.includes(pointer));
}

type Several = z.infer<typeof answerOfSeveral>;
type Entry = z.infer<typeof entry>;

function hasSeveral({ restored, upserted, outcomes }: Several): boolean {
  return restored !== undefined || upserted !== undefined || outcomes !== undefined;
}

/** Replaces the entries that got marks since. Of one that is gone by now, nobody can tell: its value is left out. */
async function withEntriesNow(kept: StoredAnswer, several: Several, now: Now): Promise<StoredAnswer> {
  const { restored = [], upserted = [], outcomes = [] } = several;
  const shown = [...restored, ...upserted, ...outcomes.flatMap(({ state }) => state ?? [])].filter(
    (one) => 'value' in one || 'blob' in one,
  );
  if (shown.length === 0) return kept;
  const found = await now.entries(shown.map(({ id }) => id));
  const changed = shown.filter((one) => {
    const state = found.get(one.id);
    return state === undefined || !isCovered(one, state.sensitive ?? []);
  });
  if (changed.length === 0) return kept;
  const replaced = new Map<Entry, unknown>(changed.map((one) => [one, found.get(one.id) ?? withoutValue(one)]));
  const asNow = (one: Entry) => replaced.get(one) ?? one;
  const body = {
    ...several,
    ...(several.restored && { restored: restored.map(asNow) }),
    ...(several.upserted && { upserted: upserted.map(asNow) }),
    ...(several.outcomes && {
      outcomes: outcomes.map(({ state, ...other }) => ({ ...other, ...(state && { state: asNow(state) }) })),
    }),
  };
  return { ...kept, body: await stringifyInTurns(body) };
}

function withoutValue({ value: _, valueBytes: __, blob: ___, ...rest }: Entry): object {
  return rest;
}
