import { type MatchCount, mostMatches, operations, TaskdeckError, type ViewListCounted } from '#contract';
import { inTurn } from '../callers/in-turn.ts';
import { parserOfQuery } from '../http/parse-input.ts';
import type { Service } from '../service.ts';
import { mayAsk } from '../tasks/step-scope.ts';
import type { Call, Verb } from '../verb.ts';
import { requireList } from './row.ts';

/** No further list is counted after this time. */
const timeBudgetMs = 2_000;

const parseTasks = parserOfQuery(operations.ListTasks);
const parseErrors = parserOfQuery(operations.ListErrorGroups);
const parseState = parserOfQuery(operations.ListState);

/** Counts one list after the other, so that a request takes one connection. */
export const countMatches: Verb<'CountMatches'> = async (service, call) => {
  for (const { list } of call.body.lists) requireList(list, call);
  const counters = call.body.lists.map((given, index) => counterOf(service, call, given, index));
  const deadline = performance.now() + timeBudgetMs;
  const counts: MatchCount[] = [];
  for (const count of counters) counts.push(performance.now() < deadline ? await count() : { hasMore: true });
  return { counts };
};

/** Returns the function that counts a list. Throws `InvalidRequest` when the list would refuse its query. */
function counterOf(
  { engine, state }: Service,
  call: Pick<Call, 'caller' | 'signal' | 'may'>,
  { list, storeName = '', query }: ViewListCounted,
  index: number,
): () => Promise<MatchCount> {
  try {
    switch (list) {
      case 'tasks': {
        const filter = parseTasks(query);
        if (!mayAsk(call, filter)) return async () => ({ hasMore: true });
        const count = () => engine.countTasks(filter, mostMatches);
        return filter.input === undefined ? count : () => inTurn(call, count);
      }
      case 'errors': {
        const filter = parseErrors(query);
        return () => engine.countErrorGroups(filter, mostMatches);
      }
      case 'state': {
        const { delimiter: _, continuationToken: __, ...filter } = parseState(query);
        const address = { namespace: '', storeName };
        const count = () =>
          state.count(address, filter, mostMatches, call.may('sensitive/read')).catch(noneWithoutStore);
        return filter.value === undefined ? count : () => inTurn(call, count);
      }
    }
  } catch (error) {
    if (!(error instanceof TaskdeckError)) throw error;
    const [pointer, { message }] = [`/lists/${index}/query`, error];
    throw new TaskdeckError('InvalidRequest', `${pointer}: ${message}`, { details: [{ pointer, message }] });
  }
}

/** A view can be older than its store's end. */
function noneWithoutStore(error: unknown): MatchCount {
  if (error instanceof TaskdeckError && error.code === 'StoreNotFound') return { count: 0, hasMore: false };
  throw error;
}
