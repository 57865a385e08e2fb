import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  auditListQuery,
  bulkOperationListQuery,
  errorGroupListQuery,
  eventListQuery,
  eventWaitListQuery,
  lockListQuery,
  logSearchQuery,
  stateListQuery,
  taskListQuery,
  taskStatuses,
} from '#contract';
import { auditFilters } from '@/components/audit/audit-filters.ts';
import { bulkFilters } from '@/components/bulk/bulk-filters.ts';
import { errorFilters } from '@/components/error/error-filters.ts';
import { eventFilters, waitFilters } from '@/components/event/event-filters.ts';
import { lockFilters } from '@/components/lock/lock-filters.ts';
import { foundLogFilters } from '@/components/log/found-log-filters.ts';
import { stateFilters } from '@/components/state/state-filters.ts';
import { taskFilters } from '@/components/task/task-filters.ts';
import { applyFilter } from './apply-filter.ts';
import { parseFilter, printFilter } from './clause.ts';

const now = new Date('2026-11-21T10:30:00.000Z');
const odd = [
  '.',
  '..',
  '<1h',
  '>999999w',
  'a=b',
  'true',
  'today',
  '2026-02-30',
  '>2026-11-20T25:00',
  '\0',
  '\ud800',
  '*',
  '__proto__',
  'constructor',
];
const value = fc.oneof(fc.constantFrom(...taskStatuses, ...odd), fc.string({ unit: 'binary' }));

test.each([
  ['tasks', taskFilters, taskListQuery],
  ['events', eventFilters, eventListQuery],
  ['event waits', waitFilters, eventWaitListQuery],
  ['locks', lockFilters, lockListQuery],
  ['logs', foundLogFilters, logSearchQuery],
  ['errors', errorFilters, errorGroupListQuery],
  ['bulk operations', bulkFilters, bulkOperationListQuery],
  ['state', stateFilters, stateListQuery],
  ['audit', auditFilters, auditListQuery],
])('whatever is written as a filter of %s, the contract takes the query', (_, table, schema) => {
  for (const [{ key }, word] of table.definitions.flatMap((one) => odd.map((word) => [one, word] as const))) {
    const { query } = applyFilter(table, [{ kind: 'field', key, values: [word] }], now);
    expect(schema.safeParse(query).error?.issues ?? [], `${key}:${word}`).toEqual([]);
  }
  const key = fc.constantFrom(...table.definitions.map((one) => one.key), 'nothing');
  const clause = fc.oneof(
    fc.record({ kind: fc.constant('field' as const), key, values: fc.array(value, { minLength: 1, maxLength: 3 }) }),
    fc.record({ kind: fc.constant('text' as const), text: value }),
  );
  fc.assert(
    fc.property(fc.array(clause, { maxLength: 5 }), (clauses) => {
      const { query } = applyFilter(table, parseFilter(printFilter(clauses)), now);
      expect(schema.safeParse(query).error?.issues ?? []).toEqual([]);
    }),
    { numRuns: 300 },
  );
});
