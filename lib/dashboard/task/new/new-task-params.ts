import { parseAsString } from 'nuqs/server';

/** What the address of the form of a new task or schedule says. */
export const newTaskParams = {
  /** Id of the task that it is made like. */
  from: parseAsString,
  /** The type that is chosen. */
  type: parseAsString,
};
