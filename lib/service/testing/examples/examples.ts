import type { Access, Examples } from '../canaries/planting.ts';
import { accessExamples } from './access-examples.ts';
import { alertExamples } from './alert-examples.ts';
import { bulkExamples } from './bulk-examples.ts';
import { errorExamples } from './error-examples.ts';
import { fleetExamples } from './fleet-examples.ts';
import { revealExamples } from './reveal-examples.ts';
import { stateExamples } from './state-examples.ts';
import { taskExamples } from './task-examples.ts';
import { timeExamples } from './time-examples.ts';
import { viewExamples } from './view-examples.ts';

/** An example of each operation. One that is missing does not compile. */
export const examples: Examples = {
  ...accessExamples,
  ...alertExamples,
  ...bulkExamples,
  ...errorExamples,
  ...fleetExamples,
  ...revealExamples,
  ...stateExamples,
  ...taskExamples,
  ...timeExamples,
  ...viewExamples,
};

/** Who may call each operation, by its name. */
export const access: Readonly<Record<string, Access>> = Object.fromEntries(
  Object.entries(examples).map(([name, example]) => [name, example.access]),
);
