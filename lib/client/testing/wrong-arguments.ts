import { expect } from 'vitest';
import type { JsonObject } from '#contract';
import type { Forms } from './forms.ts';

/** Sees that wrong arguments are refused by the client: the service would fail them as `RequestFailedError`. */
export async function refusesWrongArguments({ tasks, state, logs, locks }: Forms): Promise<void> {
  const holdingItself: JsonObject = {};
  holdingItself.self = [holdingItself];
  const hasPointer = (pointer: string) => ({ details: [{ pointer }] });
  const refused = (work: Promise<unknown>) => expect(work).rejects;
  await refused(tasks.createTaskAsync({ type: '' })).toThrow(RangeError);
  await refused(tasks.createTaskAsync({ type: '' })).toMatchObject(hasPointer('/type'));
  await refused(tasks.createTaskAsync({ type: 'x' }, { idempotencyKey: '' })).toThrow(/^idempotencyKey: /);
  await refused(tasks.createTaskAsync({ type: 'x', input: holdingItself })).toThrow(
    /input\/self\/0: is a cyclic object/,
  );
  await refused(tasks.createTaskAsync({ type: 'x', input: holdingItself })).toThrow(TypeError);
  const undefinedValue: unknown[] = [undefined];
  // @ts-expect-error no JSON has it
  await refused(state.saveStateAsync('s', { id: 'a', value: undefined })).toMatchObject(hasPointer('/value'));
  await refused(state.saveStateAsync('s', { id: 'a', value: undefinedValue })).toMatchObject(hasPointer('/value/0'));
  await refused(state.saveStateAsync('s', { id: 'a', value: { f: () => 1 } })).toThrow(/\/value\/f: /);
  await refused(state.saveBulkStateAsync('s', { entries: [] })).toMatchObject(hasPointer('/entries'));
  await refused(state.getBulkStateAsync('s', { ids: [] })).toThrow(RangeError);
  await refused(locks.acquireLockAsync('l', { ttlInMs: 0 })).toMatchObject(hasPointer('/ttlInMs'));
  await refused(logs.writeLogsAsync('t', 1, [])).toThrow(RangeError);
}
