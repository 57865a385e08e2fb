import { TaskdeckError } from '#contract';

/** Reads the id of a log entry in a parameter of a list. Throws `InvalidRequest`. */
export function entryId(parameter: 'after' | 'before', text: string): number {
  if (/^[0-9]{1,15}$/.test(text)) return Number(text);
  const message = `${parameter} is the id of a log entry`;
  throw new TaskdeckError('InvalidRequest', message, { details: [{ pointer: `query/${parameter}`, message }] });
}
