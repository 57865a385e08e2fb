import { stringifyJson } from '#contract';
import type { EntryAddress, StoreAddress } from '#state';
import type { TaskState } from '../definition/task-state.ts';
import type { Execution } from '../run/execution.ts';
import { maskJson } from '../run/mask-json.ts';
import { readStateId, readStoreName } from './read-draft.ts';

/** Checks a handler's arguments for `ctx.state` and masks secrets in them. */
export class StateArguments {
  readonly #run: Execution;

  constructor(run: Execution) {
    this.#run = run;
  }

  readonly mask = (text: string): string => this.#run.secrets.mask(text);

  /** Returns the JSON text for the journal. */
  text(value: unknown): string {
    return maskJson(stringifyJson(value), this.#run.secrets.mask);
  }

  store(call: keyof TaskState, store: string): StoreAddress {
    this.#run.secrets.assertAbsent(store, `ctx.state.${call}: the store`);
    return { namespace: '', storeName: readStoreName(`ctx.state.${call}`, store) };
  }

  entry(call: keyof TaskState, store: string, id: string): EntryAddress {
    return { ...this.store(call, store), id: readStateId(`ctx.state.${call}`, this.#run.secrets.mask(id)) };
  }
}
