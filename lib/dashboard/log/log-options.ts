import 'server-only';
import { z } from 'zod';
import type { LogListOptions } from '#client';
import { logLevels, wholeNumber } from '#contract';
import { levelsFrom } from '@/components/log/log-filter.ts';
import { pageLines } from '@/components/log/log-window.ts';
import { ProblemError } from '../problem/problem.ts';

const query = z.object({
  from: z.enum(['start', 'end']).optional(),
  after: z.string().optional(),
  before: z.string().optional(),
  level: z.enum(logLevels).optional(),
  search: z.string().min(1).max(256).optional(),
  attempt: wholeNumber(1).optional(),
  sequence: wholeNumber(0).optional(),
  size: wholeNumber(1, pageLines).optional(),
});

/** The service's options for a part of a log as this dashboard's addresses name it. */
export function logOptions(given: URLSearchParams): LogListOptions & { isBackward: boolean; maxPageSize: number } {
  const read = query.safeParse(Object.fromEntries(given));
  if (!read.success)
    throw new ProblemError({ code: 'InvalidRequest', detail: 'The log cannot be read with this filter.' });
  const { from, after, before, level, search, attempt, sequence, size = pageLines } = read.data;
  const isBackward = before !== undefined || from === 'end';
  return {
    isBackward,
    maxPageSize: size,
    orderBy: isBackward ? 'loggedOn desc' : 'loggedOn asc',
    level: levelsFrom(level),
    ...(after === undefined ? {} : { after }),
    ...(before === undefined ? {} : { before }),
    ...(search === undefined ? {} : { search }),
    ...(attempt === undefined ? {} : { attempt }),
    ...(sequence === undefined ? {} : { sequence }),
  };
}
