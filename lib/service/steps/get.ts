import { TaskdeckError } from '#contract';
import { seeSteps } from '../records/see-step.ts';
import type { Verb } from '../verb.ts';

export const getStep: Verb<'GetStep'> = async (service, call) => {
  const { id, runCount, sequence } = call.params;
  const [step] = await seeSteps(service, call, id, [await service.engine.getStep(id, runCount, sequence)]);
  if (step === undefined) throw new TaskdeckError('StepNotFound', `run ${runCount} has no step ${sequence}`);
  return step;
};
