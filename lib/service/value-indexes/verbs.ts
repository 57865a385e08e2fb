import type { Verbs } from '../verb.ts';

/** The verbs of the operations on indexes of values. */
export const valueIndexVerbs = {
  ListValueIndexes: ({ engine }, { query, caller }) => engine.listValueIndexes(query, caller.bounds),
  CreateValueIndex: ({ engine }, { body, caller, note }) => {
    note.detail = `${body.path}, ${body.type === undefined ? 'every type' : `type ${body.type}`}`;
    return engine.createValueIndex(body, caller);
  },
  /** 204 whether or not there was one. */
  DeleteValueIndex: async ({ engine }, { params }) => {
    await engine.deleteValueIndex(params.id);
  },
} satisfies Partial<Verbs>;
