import type { Verb } from '../verb.ts';

export const listEventWaits: Verb<'ListEventWaits'> = ({ engine }, { query }) => engine.listEventWaits(query);
