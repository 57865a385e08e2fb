import { z } from 'zod';
import { type BulkAction, type BulkSelection, bulkAction, bulkFilter, bulkSelection, parseJson } from '#contract';
import { parseListQuery, queryOf } from '../list/list-options.ts';
import { ProblemError } from '../problem/problem.ts';

/** An action as it crosses to the server: the data of an event is text, so that its numbers stay exact. */
export const plannedAction = z.looseObject({ kind: z.string(), valueText: z.string().optional() });

/** Tasks as they cross to the server: a filter is the query of the task list. */
export const plannedSelection = z.union([
  bulkSelection,
  z.strictObject({ query: z.string().describe('The parameters of the list, as in an address') }),
]);

/** Returns the action that the service takes. Throws a `ZodError` for one that it would refuse. */
export function actionFrom({ valueText, ...action }: z.output<typeof plannedAction>): BulkAction {
  return bulkAction.parse(valueText === undefined ? action : { ...action, value: eventData(valueText) });
}

/** Returns the selection that the service takes. Throws `ProblemError` for a filter that it would refuse. */
export function selectionFrom(selection: z.output<typeof plannedSelection>): BulkSelection {
  if (!('query' in selection)) return selection;
  const { orderBy: _order, maxPageSize: _size, schedule, ...query } = queryOf(new URLSearchParams(selection.query));
  const filter = parseListQuery(bulkFilter.omit({ schedule: true }), query);
  return { filter: { ...filter, ...(schedule !== undefined && { schedule: schedule === 'true' }) } };
}

function eventData(text: string) {
  try {
    return parseJson(text);
  } catch {
    throw new ProblemError({ code: 'InvalidJson', detail: 'The data of the event is not JSON.' });
  }
}
