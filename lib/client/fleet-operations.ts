import type { Queue, Statistics, TaskType, Worker } from '#contract';
import { AccessOperations } from './access-operations.ts';
import type { OutputOf } from './operation-types.ts';
import type { OperationOptions, QueryOptions } from './options.ts';
import type { Pageable } from './pageable.ts';
import { type WatchMessage, type WatchOptions, watch } from './watch.ts';

/** The operations on what runs tasks and on how they fare: the part of `TaskClient` that is not about one task. */
export class FleetOperations extends AccessOperations {
  /** Lists the registered task types. */
  listTaskTypesAsync(options: QueryOptions<'ListTaskTypes'> = {}): Pageable<TaskType> {
    return this.connection.list('ListTaskTypes', {}, options);
  }

  /** Reads one task type with its schemas. */
  getTaskTypeAsync(type: string, options: OperationOptions = {}): Promise<TaskType> {
    return this.connection.send('GetTaskType', { params: { type } }, options);
  }

  /** Lists workers, live ones first. */
  listWorkersAsync(options: QueryOptions<'ListWorkers'> = {}): Pageable<Worker> {
    return this.connection.list('ListWorkers', {}, options);
  }

  /** Lists queues with what waits and runs in them. */
  listQueuesAsync(options: QueryOptions<'ListQueues'> = {}): Pageable<Queue> {
    return this.connection.list('ListQueues', {}, options);
  }

  /** Tells how tasks fared in the last `windowInMs` (default one hour). */
  getStatisticsAsync({ abortSignal, ...query }: QueryOptions<'GetStatistics'> = {}): Promise<Statistics> {
    return this.connection.send('GetStatistics', { query }, { abortSignal });
  }

  /** Tells every limit by name. */
  getLimitsAsync(options: OperationOptions = {}): Promise<OutputOf<'GetLimits'>> {
    return this.connection.send('GetLimits', {}, options);
  }

  /**
   * Tells which tasks change, until aborted or left: `ready` whenever the stream begins (read afresh what you show),
   * `change` after that, `lost` when the connection broke and is being made again.
   */
  watchAsync(options: WatchOptions = {}): AsyncIterableIterator<WatchMessage> {
    return watch(this.connection, options);
  }
}
