import { type Step, type StepAttempt, TaskdeckError } from '#contract';
import { mapFrames } from '../history/map-frames.ts';
import { seeSteps } from '../records/see-step.ts';
import type { Verb } from '../verb.ts';

export const getStepErrorFrames: Verb<'GetStepErrorFrames'> = async (service, call) => {
  const { id, runCount, sequence } = call.params;
  const [step] = await seeSteps(service, call, id, [await service.engine.getStepErrors(id, runCount, sequence)]);
  if (step === undefined) throw new TaskdeckError('StepNotFound', `run ${runCount} has no step ${sequence}`);
  const { attempt } = call.query;
  return mapFrames(service, call, attempt === undefined ? lastThrown(step) : attemptOf(step, attempt));
};

/** The error of a step, with the attempt that threw it. */
function lastThrown({ error, attempts }: Step): Partial<StepAttempt> {
  return error === undefined ? {} : { ...attempts.findLast((attempt) => attempt.error?.stack === error.stack), error };
}

function attemptOf({ sequence, attempts }: Step, number: number): StepAttempt {
  const found = attempts.find(({ attempt }) => attempt === number);
  if (found === undefined)
    throw new TaskdeckError('StepNotFound', `step ${sequence} has no attempt ${number}; it has ${attempts.length}`);
  return found;
}
