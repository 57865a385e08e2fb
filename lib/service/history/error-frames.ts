import { seeRunError } from '../records/see-run-error.ts';
import type { Verb } from '../verb.ts';
import { mapFrames } from './map-frames.ts';

export const getErrorFrames: Verb<'GetErrorFrames'> = async (service, call) => {
  const { id, runCount } = call.params;
  return mapFrames(service, call, await seeRunError(service, call, id, await service.engine.getRunError(id, runCount)));
};
