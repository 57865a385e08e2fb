import { withinTaskBounds } from '#contract';
import { inTurn } from '../callers/in-turn.ts';
import { seeFoundLogEntry, seeLogEntry } from '../records/see-unmarked.ts';
import type { Verbs } from '../verb.ts';

/** The verbs of the operations on logs. */
export const logVerbs = {
  ListLogs: async ({ engine }, call) => {
    const { params, query } = call;
    const list = () => engine.listLogs(params.id, params.runCount, query);
    const page = await (query.search === undefined ? list() : inTurn(call, list)); // without a search it is quick
    return { ...page, value: page.value.map(seeLogEntry) };
  },
  /** Counts, times and ids: what a caller who may read the log sees anyway. */
  GetLogVolume: ({ engine }, call) =>
    inTurn(call, () => engine.getLogVolume(call.params.id, call.params.runCount, call.query)),
  ListLogsOfTasks: async ({ engine }, call) => {
    const page = await inTurn(call, () => engine.listLogsOfTasks(withinTaskBounds(call.query, call.caller.bounds)));
    return { ...page, value: page.value.map(seeFoundLogEntry) };
  },
  /** Counts and times: what a caller who may read the logs sees anyway. */
  GetLogVolumeOfTasks: ({ engine }, call) =>
    inTurn(call, () => engine.getLogVolumeOfTasks(withinTaskBounds(call.query, call.caller.bounds))),
  WriteLogs: async ({ engine }, { params, body, caller, note }) => {
    note.detail = `${body.entries.length} entries to run ${params.runCount}`;
    await engine.writeLogs(params.id, params.runCount, body, caller.name);
  },
} satisfies Partial<Verbs>;
