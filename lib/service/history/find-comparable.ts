import { inLongTurn } from '../callers/in-turn.ts';
import type { Verb } from '../verb.ts';

export const findComparableRun: Verb<'FindComparableRun'> = ({ engine }, call) =>
  inLongTurn(call, () => engine.findComparableRun(call.params.id, call.params.runCount));
