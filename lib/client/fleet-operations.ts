import type {
  Deployment,
  ErrorGroup,
  ErrorGroupDetails,
  ErrorGroupUpdate,
  ErrorRemedies,
  Queue,
  RetentionReport,
  Statistics,
  TaskType,
  Timeline,
  Worker,
} from '#contract';
import type { OutputOf } from './operation-types.ts';
import type { ConditionalPostOptions, OperationOptions, PostOptions, QueryOptions } from './options.ts';
import type { Pageable } from './pageable.ts';
import { ViewOperations } from './view-operations.ts';
import { type WatchMessage, type WatchOptions, watch } from './watch.ts';

/** Filters, order, window and page of the list of error groups. */
export type ErrorGroupListOptions = QueryOptions<'ListErrorGroups'>;

/** The operations on task types, workers, queues, error groups and statistics. */
export class FleetOperations extends ViewOperations {
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

  /** Returns when runs ran, by worker or queue (`by`), in the last 15 minutes or from `from` to `to`. */
  getTimelineAsync({ abortSignal, timeoutInMs, ...query }: QueryOptions<'GetTimeline'> = {}): Promise<Timeline> {
    return this.connection.send('GetTimeline', { query }, { abortSignal, timeoutInMs });
  }

  /** Lists the causes of failures. */
  listErrorGroupsAsync(options: ErrorGroupListOptions = {}): Pageable<ErrorGroup> {
    return this.connection.list('ListErrorGroups', {}, options);
  }

  /** Returns one cause of failures, by its id or one of its fingerprints. */
  getErrorGroupAsync(
    id: string,
    { windowInMs, ...options }: QueryOptions<'GetErrorGroup'> = {},
  ): Promise<ErrorGroupDetails> {
    return this.connection.send('GetErrorGroup', { params: { id }, query: { windowInMs } }, options);
  }

  /** Returns how reruns and forks went after failures with one cause. */
  getErrorRemediesAsync(id: string, options: OperationOptions = {}): Promise<ErrorRemedies> {
    return this.connection.send('GetErrorRemedies', { params: { id } }, options);
  }

  /** Names a cause of failures, gives it an owner, resolves, mutes or opens it. */
  updateErrorGroupAsync(id: string, input: ErrorGroupUpdate, options: ConditionalPostOptions = {}): Promise<void> {
    const { ifMatch } = options;
    return this.connection.send('UpdateErrorGroup', { params: { id }, body: input, ifMatch }, options);
  }

  /** Makes the groups with these ids part of the group `id`. */
  mergeErrorGroupsAsync(id: string, ids: string[], options: PostOptions = {}): Promise<void> {
    return this.connection.send('MergeErrorGroups', { params: { id }, body: { ids } }, options);
  }

  /** Returns statistics for the last `windowInMs` (default one hour). */
  getStatisticsAsync({ abortSignal, timeoutInMs, ...query }: QueryOptions<'GetStatistics'> = {}): Promise<Statistics> {
    return this.connection.send('GetStatistics', { query }, { abortSignal, timeoutInMs });
  }

  /** Returns all limits by name. */
  getLimitsAsync(options: OperationOptions = {}): Promise<OutputOf<'GetLimits'>> {
    return this.connection.send('GetLimits', {}, options);
  }

  /** Returns processes, database and queues of the deployment, and what is not as it should be. */
  getDeploymentAsync(options: OperationOptions = {}): Promise<Deployment> {
    return this.connection.send('GetDeployment', {}, options);
  }

  /** Returns what is kept for how long, what sets it, and what each setting would remove today. */
  getRetentionAsync(options: OperationOptions = {}): Promise<RetentionReport> {
    return this.connection.send('GetRetention', {}, options);
  }

  /**
   * Yields which tasks change, until aborted: `ready` whenever the stream begins (read what you show again), then
   * `change`, and `lost` while a broken connection is restored.
   */
  watchAsync(options: WatchOptions = {}): AsyncIterableIterator<WatchMessage> {
    return watch(this.connection, options);
  }
}
