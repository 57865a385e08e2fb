import { hiddenMessage, type TaskError } from '#contract';

/**
 * Returns a record with its error as a caller without `sensitive/read` sees it: without its message, its stack and
 * its code. An error can quote any value of its task (the body of an answer, a part of the input), so a single sensitive
 * pointer hides the errors of a task.
 */
export function hideError<Record extends { error?: Pick<TaskError, 'message' | 'stack' | 'code'> | undefined }>(
  record: Record,
  pointers: readonly string[],
): Record {
  if (record.error === undefined || pointers.length === 0) return record;
  const { stack: _, code: __, ...error } = record.error;
  return { ...record, error: { ...error, message: hiddenMessage } };
}
