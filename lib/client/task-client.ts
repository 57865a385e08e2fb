import { deserialize } from './serializer.ts';
import { withSyncForms } from './sync/with-sync-forms.ts';
import { TaskOperations } from './task-operations.ts';
import { beginParts } from './within-time.ts';

declare const asyncForms: TaskOperations;

/**
 * The service's client: tasks with their events and history, and all that runs them. Every operation that fails throws
 * `RequestFailedError`, an aborted one `AbortError`, a wrong argument `TypeError` or `RangeError` before it is sent.
 *
 * Each operation has two forms: `getTaskAsync` returns a promise, `getTask` blocks and returns the same. The blocking
 * ones are for scripts, a REPL and tests; they need a key or an access token, take paths and bytes instead of streams,
 * and refuse to run inside the service, a worker or the dashboard.
 */
export class TaskClient extends withSyncForms(TaskOperations, 'tasks') {
  /** Blocking form of `createTaskAndWaitForResultAsAsync`. */
  createTaskAndWaitForResultAs<T>(
    ...[input, options]: Parameters<typeof asyncForms.createTaskAndWaitForResultAsAsync<T>>
  ): T {
    const { serializer, ...rest } = options ?? {};
    const left = beginParts(rest.timeoutInMs);
    return this.connection.sync.as('createTaskAndWaitForResultAs', () => {
      const operation = this.createTaskAndWait(input, rest);
      operation.waitForCompletion({ timeoutInMs: left() });
      return deserialize(operation.value.output, serializer, 'GetTask');
    });
  }
}
