import {
  invalidAt,
  isInside,
  type MatchCount,
  mostMatches,
  operations,
  TaskdeckError,
  type ViewListCounted,
  withinTaskBounds,
} from '#contract';
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

/** Counts one list after the other, each in a turn, so that a request takes one connection and a caller a few. */
export const countMatches: Verb<'CountMatches'> = async (service, call) => {
  for (const { list } of call.body.lists) requireList(list, call);
  const counters = call.body.lists.map((given, index) => counterOf(service, call, given, index));
  const deadline = performance.now() + timeBudgetMs;
  const counts: MatchCount[] = [];
  for (const count of counters)
    counts.push(performance.now() < deadline ? await inTurn(call, count) : { hasMore: true });
  return { counts };
};

/** Returns the function that counts a list. Throws `InvalidRequest` when the list would refuse its query. */
function counterOf(
  { engine, state }: Service,
  call: Pick<Call, 'may' | 'caller'>,
  { list, storeName = '', query }: ViewListCounted,
  index: number,
): () => Promise<MatchCount> {
  const { bounds } = call.caller;
  try {
    switch (list) {
      case 'tasks': {
        const filter = withinTaskBounds(parseTasks(query), bounds);
        if (!mayAsk(call, filter)) return async () => ({ hasMore: true });
        return () => engine.countTasks(filter, mostMatches);
      }
      case 'errors': {
        const filter = parseErrors(query);
        return () => engine.countErrorGroups(filter, mostMatches, bounds);
      }
      case 'state': {
        const { delimiter: _, continuationToken: __, ...filter } = parseState(query);
        if (!isInside(bounds?.stores, storeName)) return async () => ({ count: 0, hasMore: false });
        const address = { namespace: '', storeName };
        return () => state.count(address, filter, mostMatches, call.may('sensitive/read')).catch(noneWithoutStore);
      }
    }
  } catch (error) {
    if (!(error instanceof TaskdeckError)) throw error;
    throw invalidAt(`/lists/${index}/query`, error.message);
  }
}

/** A view can be older than its store's end. */
function noneWithoutStore(error: unknown): MatchCount {
  if (error instanceof TaskdeckError && error.code === 'StoreNotFound') return { count: 0, hasMore: false };
  throw error;
}
