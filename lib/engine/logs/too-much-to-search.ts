import { TaskdeckError } from '#contract';

/** The refusal of a search that would hold a connection for long. It is not worth a retry. */
export function tooMuchToSearch(): TaskdeckError {
  return new TaskdeckError('InvalidRequest', 'these logs are too long for this search: give a shorter time or a task');
}
