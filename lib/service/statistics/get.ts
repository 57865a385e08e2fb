import { seeStatistics } from '../records/see-statistics.ts';
import type { Verb } from '../verb.ts';

export const getStatistics: Verb<'GetStatistics'> = async ({ engine }, call) =>
  seeStatistics(engine, call, await engine.getStatistics(call.query.windowInMs, call.caller.bounds));
