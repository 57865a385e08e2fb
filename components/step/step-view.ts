import type { Step } from '#contract';
import type { ShownValue } from '../json/shown-value.ts';

/** A step whose output is sent only when it is small. */
export type StepView = Omit<Step, 'output'> & { output?: ShownValue | undefined };
