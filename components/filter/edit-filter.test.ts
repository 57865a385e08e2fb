import { expect, test } from 'vitest';
import { taskFilters } from '@/components/task/task-filters.ts';
import { parseFilter, printFilter } from './clause.ts';
import { addClauses } from './edit-filter.ts';

test.each([
  ['', 'status:timedOut', 'status:timed-out'],
  ['status:timedOut', 'status:timed-out', 'status:timed-out'],
  ['stuck:leaseExpired', 'stuck:noWorker', 'stuck:silent-worker,noWorker'],
  ['status:failed', 'queue:gpu', 'status:failed queue:gpu'],
  ['status:failed', 'status:running', 'status:failed,running'],
  ['parent:a', 'parent:b', 'parent:a parent:b'],
  ['"no paper"', '"no paper" queue:gpu', '"no paper" queue:gpu'],
  ['status:never', 'status:failed', 'status:never,failed'],
])('“%s” with “%s” added is written “%s”', (present, added, filter) => {
  expect(printFilter(addClauses(taskFilters, parseFilter(present), parseFilter(added)))).toBe(filter);
});
