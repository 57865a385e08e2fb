import type { Verb } from '../verb.ts';

export const writeLogs: Verb<'WriteLogs'> = async ({ engine }, { params, body, caller, note }) => {
  note.detail = `${body.entries.length} entries to run ${params.runCount}`;
  await engine.writeLogs(params.id, params.runCount, body, caller.name);
};
