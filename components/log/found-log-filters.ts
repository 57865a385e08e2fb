import { type LogLevel, logLevels } from '#contract';
import type { FilterTable } from '@/components/filter/apply-filter.ts';
import type { Clause } from '@/components/filter/clause.ts';
import { choiceFilter, type FilterDefinition, wordFilter } from '@/components/filter/definition.ts';
import { taskIdWord } from '@/components/filter/task-id-word.ts';
import { timeFilter } from '@/components/filter/time-filter.ts';
import { levelsFrom } from './log-filter.ts';

const fieldFilter: FilterDefinition = {
  key: 'field',
  label: 'Field',
  about: 'A value beside the message: name=value, or a JSON Pointer',
  example: 'field:customer=42',
  isMany: true,
  read: (value) => {
    const [name = ''] = value.split('=', 1);
    if (name === '' || name === value) return { problem: 'write a field as name=value' };
    if (value.length > 1_000) return { problem: 'longer than 1,000 characters' };
    const pointer = name.startsWith('/') ? name : `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    return { fields: { field: pointer + value.slice(name.length) } };
  },
};

const word = { isMany: true, pattern: /^[!-~]{1,128}$/ };

/** What the logs of all tasks can be filtered by. Plain text is a part of the message or the fields. */
export const foundLogFilters: FilterTable = {
  search: { field: 'search', maximumLength: 256 },
  definitions: [
    choiceFilter({
      key: 'level',
      label: 'Level',
      about: 'Level of the line',
      example: 'level:warn,error',
      field: 'level',
      choices: logLevels,
      isTotal: true,
    }),
    timeFilter({
      key: 'time',
      label: 'Time',
      about: 'When it was logged: <1h, >2d, today, >2026-11-20T14:00 (UTC)',
      example: 'time:<1h',
      after: 'loggedAfter',
      before: 'loggedBefore',
    }),
    fieldFilter,
    wordFilter({
      ...word,
      key: 'type',
      label: 'Type',
      about: 'A task type, or a prefix followed by *',
      example: 'type:order.*',
      field: 'type',
      otherwise: 'a type has 1 to 128 characters and no spaces',
      suggestions: { source: 'types' },
    }),
    wordFilter({
      ...word,
      key: 'queue',
      label: 'Queue',
      about: "The task's queue",
      example: 'queue:mail',
      field: 'queue',
      otherwise: 'a queue has 1 to 128 characters and no spaces',
      suggestions: { source: 'queues' },
    }),
    wordFilter({
      key: 'task',
      label: 'Task',
      about: 'Only the logs of these tasks',
      example: 'task:order-17',
      field: 'taskId',
      isMany: true,
      ...taskIdWord,
    }),
  ],
};

const without = (clauses: readonly Clause[], key: string) =>
  clauses.filter((clause) => clause.kind !== 'field' || clause.key !== key);

/** The level that a filter begins with: all from it up are wanted. `undefined` for any other choice of levels. */
export function lowestLevel(clauses: readonly Clause[]): LogLevel | undefined {
  const given = clauses.flatMap((clause) => (clause.kind === 'field' && clause.key === 'level' ? clause.values : []));
  if (given.length === 0) return 'debug';
  return logLevels.find((level) => levelsFrom(level)?.join() === logLevels.filter((one) => given.includes(one)).join());
}

/** The filter with a level and those above it. */
export function withLevel(clauses: readonly Clause[], level: LogLevel): Clause[] {
  const values = levelsFrom(level);
  const others = without(clauses, 'level');
  return values === undefined ? others : [...others, { kind: 'field', key: 'level', values }];
}

/** The filter with one range of time, in milliseconds since 1970, in place of the one it has. */
export function withTimeRange(clauses: readonly Clause[], from: number, until: number): Clause[] {
  const bound = (sign: '<' | '>', time: number): Clause => ({
    kind: 'field',
    key: 'time',
    values: [`${sign}${new Date(time).toISOString()}`],
  });
  return [...without(clauses, 'time'), bound('>', from), bound('<', until)];
}
