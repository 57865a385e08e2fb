import type { Queue, Statistics, TaskType, Worker } from '#contract';
import { BulkOperations } from './bulk-operations.ts';
import type { OutputOf } from './operation-types.ts';
import type { OperationOptions, QueryOptions } from './options.ts';
import type { Pageable } from './pageable.ts';
import { type WatchMessage, type WatchOptions, watch } from './watch.ts';

/** The operations on task types, workers, queues and statistics. */
export class FleetOperations extends BulkOperations {
  /** Lists the registered task types. */
  listTaskTypesAsync(options: QueryOptions<'ListTaskTypes'> = {}): Pageable<TaskType> {
    return this.connection.list('ListTaskTypes', {}, options);
  }

  /** Returns one task type with its schemas. */
  getTaskTypeAsync(type: string, options: OperationOptions = {}): Promise<TaskType> {
    return this.connection.send('GetTaskType', { params: { type } }, options);
  }

  /** Lists workers, live workers first. */
  listWorkersAsync(options: QueryOptions<'ListWorkers'> = {}): Pageable<Worker> {
    return this.connection.list('ListWorkers', {}, options);
  }

  /** Lists queues with the numbers of waiting and running tasks. */
  listQueuesAsync(options: QueryOptions<'ListQueues'> = {}): Pageable<Queue> {
    return this.connection.list('ListQueues', {}, options);
  }

  /** Returns statistics for the last `windowInMs` (default one hour). */
  getStatisticsAsync({ abortSignal, timeoutInMs, ...query }: QueryOptions<'GetStatistics'> = {}): Promise<Statistics> {
    return this.connection.send('GetStatistics', { query }, { abortSignal, timeoutInMs });
  }

  /** Returns all limits by name. */
  getLimitsAsync(options: OperationOptions = {}): Promise<OutputOf<'GetLimits'>> {
    return this.connection.send('GetLimits', {}, options);
  }

  /**
   * Yields which tasks change, until aborted: `ready` whenever the stream begins (read what you show again), then
   * `change`, and `lost` while a broken connection is restored.
   */
  watchAsync(options: WatchOptions = {}): AsyncIterableIterator<WatchMessage> {
    return watch(this.connection, options);
  }
}
