import { TaskdeckError } from '#contract';
import { seeSteps } from '../records/see-step.ts';
import type { Verbs } from '../verb.ts';
import { getStepErrorFrames } from './error-frames.ts';

/** The verbs of the operations on steps. */
export const stepVerbs = {
  ListSteps: async (service, call) => {
    const { id, runCount } = call.params;
    const page = await service.engine.listSteps(id, runCount, call.query);
    return { ...page, value: await seeSteps(service, call, id, page.value) };
  },
  GetStep: async (service, call) => {
    const { id, runCount, sequence } = call.params;
    const [step] = await seeSteps(service, call, id, [await service.engine.getStep(id, runCount, sequence)]);
    if (step === undefined) throw new TaskdeckError('StepNotFound', `run ${runCount} has no step ${sequence}`);
    return step;
  },
  GetStepErrorFrames: getStepErrorFrames,
} satisfies Partial<Verbs>;
