import type {
  CountInput,
  MatchCount,
  Presence,
  PresenceInput,
  ValueIndex,
  ValueIndexInput,
  View,
  ViewInput,
  ViewUpdateInput,
} from '#contract';
import type {
  ConditionalOptions,
  ConditionalPostOptions,
  OperationOptions,
  PostOptions,
  QueryOptions,
} from './options.ts';
import type { Pageable } from './pageable.ts';
import { RevealOperations } from './reveal-operations.ts';

/** The operations on views, which are saved filters of lists, on indexes that lists are sorted by, and on who looks at what. */
export class ViewOperations extends RevealOperations {
  /** Lists the caller's views in their order, then those that others share. */
  listViewsAsync(options: QueryOptions<'ListViews'> = {}): Pageable<View> {
    return this.connection.list('ListViews', {}, options);
  }

  /** Creates a view of a list that the caller may read. */
  createViewAsync(input: ViewInput, options: PostOptions = {}): Promise<View> {
    return this.connection.send('CreateView', { body: input }, options);
  }

  /** Changes or moves a view. Omitted fields are kept. */
  updateViewAsync(id: string, input: ViewUpdateInput, options: ConditionalPostOptions = {}): Promise<View> {
    const { ifMatch } = options;
    return this.connection.send('UpdateView', { params: { id }, body: input, ifMatch }, options);
  }

  /** Deletes a view. Succeeds when there is none. */
  deleteViewAsync(id: string, options: ConditionalOptions = {}): Promise<void> {
    const { ifMatch } = options;
    return this.connection.send('DeleteView', { params: { id }, ifMatch }, options);
  }

  /** Counts what matches the filters of several lists, in their order, each up to 1,000. */
  async countMatchesAsync(lists: CountInput['lists'], options: OperationOptions = {}): Promise<MatchCount[]> {
    return (await this.connection.send('CountMatches', { body: { lists } }, options)).counts;
  }

  /** Lists the indexes of values of tasks, by which lists can be sorted. */
  listValueIndexesAsync(options: QueryOptions<'ListValueIndexes'> = {}): Pageable<ValueIndex> {
    return this.connection.list('ListValueIndexes', {}, options);
  }

  /** Asks for an index of the values at a path. Returns the one that exists, if any. Needs `operators/manage`. */
  createValueIndexAsync(input: ValueIndexInput, options: PostOptions = {}): Promise<ValueIndex> {
    return this.connection.send('CreateValueIndex', { body: input }, options);
  }

  /** Deletes an index of values. Succeeds when there is none. Needs `operators/manage`. */
  deleteValueIndexAsync(id: string, options: OperationOptions = {}): Promise<void> {
    return this.connection.send('DeleteValueIndex', { params: { id } }, options);
  }

  /** Says that the operator looks at a record, and returns who else does. A page says it again every few seconds. */
  sharePresenceAsync(record: PresenceInput, options: OperationOptions = {}): Promise<Presence> {
    return this.connection.send('SharePresence', { body: record }, options);
  }
}
