import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type StateChange, type StateResponse, stateVersionListQuery } from '#contract';
import { started } from '../../contract/testing/started.ts';
import type { State } from '../create-state.ts';
import type { StoreAddress } from '../records.ts';
import { ada, entry, input, newStore, startState } from '../testing/state-fixture.ts';

const fixture = started(startState, 'end');

/** The known versions of an entry, from 1 on. A deletion has no value. */
type Known = { change: StateChange; value?: number; tag?: string }[];
/** For each entry: its number of versions, and its value before and after a change. */
type Undoable = { receipt: string; touched: { id: string; before: number; after: number }[] };
type Model = { entries: Map<string, Known>; receipts: Undoable[] };
type Real = { state: State; store: StoreAddress };

const knownOf = (model: Model, id: string): Known => model.entries.get(id) ?? [];
const isThere = (known: Known) => known.at(-1)?.value !== undefined;
const push = (model: Model, id: string, version: Known[number]) =>
  model.entries.set(id, [...knownOf(model, id), version]);

/** Makes a change in the model and in the state, and keeps its receipt. */
async function change(model: Model, ids: readonly string[], receipt: string | undefined, apply: () => void) {
  const before = new Map(ids.map((id) => [id, knownOf(model, id).length]));
  apply();
  const touched = [...new Set(ids)]
    .map((id) => ({ id, before: before.get(id) ?? 0, after: knownOf(model, id).length }))
    .filter((one) => one.before !== one.after);
  if (receipt !== undefined && touched.length > 0) model.receipts.push({ receipt, touched });
}

class Save implements fc.AsyncCommand<Model, Real> {
  readonly items: [string, number, string | undefined][];
  constructor(items: [string, number, string | undefined][]) {
    this.items = items;
  }
  check = () => true;
  async run(model: Model, { state, store }: Real) {
    const inputs = this.items.map(([id, value, tag]) => input({ id, value, ...(tag && { tags: { tag } }) }));
    const { outcomes, receipt } = await state.bulkSave(store, inputs, ada);
    await change(
      model,
      this.items.map(([id]) => id),
      receipt,
      () => {
        for (const [at, [id, value, tag]] of this.items.entries()) {
          const known = knownOf(model, id);
          const kept = tag ?? (isThere(known) ? known.at(-1)?.tag : undefined);
          push(model, id, { change: 'save', value, ...(kept && { tag: kept }) });
          expect(outcomes[at]?.state?.version).toBe(knownOf(model, id).length);
        }
      },
    );
  }
  toString = () => `save ${JSON.stringify(this.items)}`;
}

class Delete implements fc.AsyncCommand<Model, Real> {
  readonly id: string;
  constructor(id: string) {
    this.id = id;
  }
  check = () => true;
  async run(model: Model, { state, store }: Real) {
    const { isDeleted, receipt } = await state.delete(entry(store, this.id), {}, ada);
    expect(isDeleted).toBe(isThere(knownOf(model, this.id)));
    await change(model, [this.id], receipt, () => {
      if (isDeleted) push(model, this.id, { change: 'delete' });
    });
  }
  toString = () => `delete ${this.id}`;
}

class Restore implements fc.AsyncCommand<Model, Real> {
  readonly id: string;
  readonly version: number;
  constructor(id: string, version: number) {
    this.id = id;
    this.version = version;
  }
  check = (model: Readonly<Model>) => knownOf(model, this.id).length > 0;
  async run(model: Model, { state, store }: Real) {
    const wanted = knownOf(model, this.id)[this.version - 1];
    const restoring = state.restore(entry(store, this.id), this.version, {}, ada);
    if (wanted?.value === undefined) {
      await expect(restoring).rejects.toMatchObject({ code: 'StateVersionNotFound' });
      return;
    }
    const restored: StateResponse = await restoring;
    await change(model, [this.id], restored.receipt, () => push(model, this.id, { ...wanted, change: 'restore' }));
  }
  toString = () => `restore ${this.id} ${this.version}`;
}

class Undo implements fc.AsyncCommand<Model, Real> {
  readonly which: number;
  constructor(which: number) {
    this.which = which;
  }
  check = (model: Readonly<Model>) => model.receipts.length > 0;
  async run(model: Model, { state, store }: Real) {
    const { receipt, touched } = model.receipts[this.which % model.receipts.length] ?? { receipt: '', touched: [] };
    const undoing = state.undo(store, receipt, ada);
    if (touched.some(({ id, after }) => knownOf(model, id).length !== after)) {
      await expect(undoing).rejects.toMatchObject({ code: 'ReceiptOutdated' });
      return;
    }
    const undone = await undoing;
    await change(
      model,
      touched.map(({ id }) => id),
      undone.receipt,
      () => {
        for (const { id, before } of touched) {
          const known = knownOf(model, id);
          const then = known[before - 1];
          if (then?.value !== undefined) push(model, id, { ...then, change: 'undo' });
          else if (isThere(known)) push(model, id, { change: 'delete' });
        }
      },
    );
  }
  toString = () => `undo ${this.which}`;
}

test('whatever is saved, deleted, restored and undone, every version stays what it was', async () => {
  const id = fc.constantFrom('a', 'b', 'c');
  const commands = fc.commands(
    [
      fc
        .array(fc.tuple(id, fc.nat(99), fc.constantFrom('x', 'y', undefined)), { minLength: 1, maxLength: 3 })
        .map((items) => new Save(items)),
      id.map((each) => new Delete(each)),
      fc.tuple(id, fc.integer({ min: 1, max: 6 })).map(([each, version]) => new Restore(each, version)),
      fc.nat(20).map((which) => new Undo(which)),
    ],
    { maxCommands: 25 },
  );
  await fc.assert(
    fc.asyncProperty(commands, async (given) => {
      const model: Model = { entries: new Map(), receipts: [] };
      const real: Real = { state: fixture.state, store: newStore() };
      await real.state.setPolicy(real.store, {});
      await fc.asyncModelRun(() => ({ model, real }), given);
      for (const [each, known] of model.entries) {
        const filter = stateVersionListQuery.parse({ includeValue: 'true', maxPageSize: 1000 });
        const { value } = await real.state.listVersions(entry(real.store, each), filter);
        expect(
          value.map((one) => ({
            change: one.change,
            ...(one.value !== undefined && { value: one.value }),
            ...(one.tags.tag && { tag: one.tags.tag }),
          })),
        ).toEqual(known.toReversed());
        expect(value[0]?.isCurrent).toBe(isThere(known));
      }
      const there = [...model.entries.values()].filter(isThere).length;
      expect((await real.state.getStore(real.store)).entryCount).toBe(there);
    }),
    { numRuns: 20 },
  );
});
