import { headers, mapInTurns, TaskdeckError } from '#contract';
import { inTurn } from '../callers/in-turn.ts';
import { seeChangedState, seeSavedState, seeState } from '../records/see-state.ts';
import type { Verbs } from '../verb.ts';
import { entryOf, storeOf, writerOf } from './address.ts';
import { deleteBulkState } from './bulk-delete.ts';
import { restoreState } from './restore.ts';
import { saveState } from './save.ts';

/** The verbs of the operations on the entries of a store. */
export const stateVerbs = {
  ListState: async ({ state }, call) => {
    const list = () => state.list(storeOf(call), call.query, call.may('sensitive/read'));
    const page = await (call.query.value === undefined ? list() : inTurn(call, list));
    return { ...page, value: await mapInTurns(page.value, (entry) => seeState(call, entry)) };
  },
  GetState: async ({ state }, call) => seeState(call, await state.get(entryOf(call), call.query)),
  SaveState: saveState,
  /** Answers 204 also when the entry does not exist. With a condition, it must exist. */
  DeleteState: async ({ state }, call) => {
    const { ifMatch, mustExist, caller, note, answerHeaders } = call;
    const { isDeleted, receipt } = await state.delete(entryOf(call), { ifMatch }, writerOf(caller));
    if (!isDeleted && (mustExist || ifMatch !== undefined))
      throw new TaskdeckError('PreconditionFailed', `If-Match was given, but there is no entry "${call.params.id}"`);
    if (receipt !== undefined) answerHeaders[headers.receipt] = receipt;
    note.detail = isDeleted ? 'deleted' : 'there was none';
  },
  SaveBulkState: async ({ state }, call) => {
    const { entries } = call.body;
    const keepsMarks = !call.may('sensitive/read');
    const answer = await state.bulkSave(storeOf(call), entries, writerOf(call.caller), { keepsMarks });
    const refused = answer.outcomes.filter(({ failure }) => failure !== undefined).length;
    call.note.detail = `saved ${answer.outcomes.length - refused}, refused ${refused}`;
    const outcomes = await mapInTurns(answer.outcomes, async ({ state: saved, ...outcome }, at) =>
      saved === undefined ? outcome : { ...outcome, state: await seeSavedState(call, saved, entries[at] ?? {}) },
    );
    return { ...answer, outcomes };
  },
  BulkTransaction: async ({ state }, call) => {
    const { upserts, deletes } = call.body;
    const keepsMarks = !call.may('sensitive/read');
    call.note.detail = `${upserts.length} upserts, ${deletes.length} deletes`;
    const answer = await state.transaction(storeOf(call), call.body, writerOf(call.caller), { keepsMarks });
    const upserted = await mapInTurns(answer.upserted, (entry, at) => seeSavedState(call, entry, upserts[at] ?? {}));
    return { ...answer, upserted };
  },
  DeleteBulkState: deleteBulkState,
  GetBulkState: async ({ state }, call) => {
    const found = await state.bulkGet(storeOf(call), call.body);
    return { ...found, value: await mapInTurns(found.value, (entry) => seeState(call, entry)) };
  },
  ListStateVersions: async ({ state }, call) => {
    const page = await state.listVersions(entryOf(call), call.query);
    return { ...page, value: await mapInTurns(page.value, (version) => seeState(call, version)) };
  },
  GetStateVersion: async ({ state }, call) =>
    seeState(call, await state.getVersion(entryOf(call), call.params.version)),
  RestoreState: restoreState,
  UndoState: async ({ state }, call) => {
    const undone = await state.undo(storeOf(call), call.body.receipt, writerOf(call.caller), {
      keepsMarks: !call.may('sensitive/read'),
    });
    call.note.detail = `restored ${undone.restored.length}, removed ${undone.removed.length}`;
    return { ...undone, restored: await mapInTurns(undone.restored, (entry) => seeChangedState(call, entry)) };
  },
  ListStateAccess: ({ state }, call) => {
    const { types, queues } = call.caller.bounds ?? {};
    return state.listAccess(entryOf(call), { ...call.query, types, queues });
  },
} satisfies Partial<Verbs>;
