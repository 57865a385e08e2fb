import { filterValueWords, isHeldValue, stuckReasons, taskStatuses, taskWaits } from '#contract';
import type { FilterTable } from '@/components/filter/apply-filter.ts';
import { type Clause, fieldClause } from '@/components/filter/clause.ts';
import { choiceFilter, flagFilter, wordFilter } from '@/components/filter/definition.ts';
import { durationFilter } from '@/components/filter/duration-filter.ts';
import { tagFilter } from '@/components/filter/tag-filter.ts';
import { taskIdWord } from '@/components/filter/task-id-word.ts';
import { timeFilter } from '@/components/filter/time-filter.ts';
import { statusWord } from './status.ts';
import type { TaskRow } from './task-row.ts';

const wordPattern = /^[!-~]{1,128}$/;

/** The one table of what the task list can be filtered by. */
export const taskFilters: FilterTable = {
  search: { field: 'search', maximumLength: 256 },
  definitions: [
    choiceFilter({
      key: 'status',
      label: 'Status',
      about: 'Status of the current run',
      example: 'status:failed,retrying',
      field: 'status',
      choices: taskStatuses,
      words: filterValueWords.status,
      isTotal: true,
    }),
    wordFilter({
      key: 'type',
      label: 'Type',
      about: 'A task type, or a prefix followed by *',
      example: 'type:order.*',
      field: 'type',
      isMany: true,
      pattern: wordPattern,
      otherwise: 'a type has 1 to 128 characters and no spaces',
      suggestions: { source: 'types' },
    }),
    tagFilter,
    timeFilter({
      key: 'created',
      label: 'Created',
      about: 'When it was created: <1h, >2d, today, >2026-11-20 (UTC)',
      example: 'created:<1h',
      after: 'createdAfter',
      before: 'createdBefore',
    }),
    timeFilter({
      key: 'ended',
      label: 'Ended',
      about: 'When its run ended: <1h, >2d, today, >2026-11-20 (UTC)',
      example: 'ended:today',
      after: 'endedAfter',
      before: 'endedBefore',
    }),
    timeFilter({
      key: 'ran',
      label: 'A run ended',
      about: 'When any of its runs ended, also one before a rerun: <1h, >2d, today, >2026-11-20 (UTC)',
      example: 'ran:today',
      after: 'runEndedAfter',
      before: 'runEndedBefore',
    }),
    durationFilter({
      key: 'took',
      label: 'Took',
      about: 'How long its run took: >1s, <500ms',
      example: 'took:>10s',
      minimum: 'minimumRunTimeInMs',
      maximum: 'maximumRunTimeInMs',
    }),
    durationFilter({
      key: 'waited',
      label: 'Waited',
      about: 'How long its ended run waited in the queue: >1s, <500ms',
      example: 'waited:>10s',
      minimum: 'minimumQueueWaitInMs',
      maximum: 'maximumQueueWaitInMs',
    }),
    wordFilter({
      key: 'step',
      label: 'Step',
      about: 'Tasks whose run has a step with this name',
      example: 'step:charge',
      field: 'step',
      isMany: false,
      pattern: /^[\s\S]{1,256}$/,
      otherwise: 'a name of a step has 1 to 256 characters',
    }),
    durationFilter({
      key: 'steptook',
      label: 'Step took',
      about: 'How long the longest step took, of the name in step: if given',
      example: 'steptook:>10s',
      minimum: 'minimumStepTimeInMs',
      maximum: 'maximumStepTimeInMs',
    }),
    wordFilter({
      key: 'queue',
      label: 'Queue',
      about: "The task's queue",
      example: 'queue:mail',
      field: 'queue',
      isMany: true,
      pattern: wordPattern,
      otherwise: 'a queue has 1 to 128 characters and no spaces',
      suggestions: { source: 'queues' },
    }),
    wordFilter({
      key: 'id',
      label: 'Id',
      about: 'Only these tasks',
      example: 'id:order-17',
      field: 'id',
      isMany: true,
      ...taskIdWord,
    }),
    wordFilter({
      key: 'parent',
      label: 'Parent',
      about: 'Only children of this task',
      example: 'parent:order-17',
      field: 'parent',
      isMany: false,
      ...taskIdWord,
    }),
    flagFilter({
      key: 'schedule',
      label: 'Schedule',
      about: 'Whether the task has a schedule',
      example: 'schedule:true',
      field: 'schedule',
    }),
    choiceFilter({
      key: 'waiting',
      label: 'Waits for',
      about: 'What the run waits for: an event, a time, a child, a lock',
      example: 'waiting:event',
      field: 'waitingFor',
      choices: taskWaits,
      words: filterValueWords.waitingFor,
    }),
    choiceFilter({
      key: 'stuck',
      label: 'Stuck',
      about: 'Why the run does not move: queued, backing off (also in a step), paused, or its worker is silent',
      example: 'stuck:backing-off',
      field: 'stuckFor',
      choices: stuckReasons,
      words: filterValueWords.stuckFor,
    }),
    wordFilter({
      key: 'held',
      label: 'Held by',
      about:
        'What holds the run: an event, lock, step, concurrency key, an error it retries after, who paused it, a silent worker',
      example: 'held:approval',
      field: 'heldBy',
      isMany: true,
      pattern: /^[\s\S]{1,512}$/,
      otherwise: 'a name has 1 to 512 characters',
    }),
    wordFilter({
      key: 'error',
      label: 'Error',
      about: 'Tasks that failed with this error fingerprint',
      example: 'error:4f1c2a9b',
      field: 'error',
      isMany: false,
      pattern: /^\S{1,64}$/,
      otherwise: 'a fingerprint has up to 64 characters and no spaces',
    }),
    wordFilter({
      key: 'input',
      label: 'Input',
      about: 'A value in the input, by its JSON Pointer. Tasks with sensitive values are not searched',
      example: 'input:/customer/country=ES',
      field: 'input',
      isMany: true,
      pattern: /^\/[^=]*=.*$/s,
      otherwise: 'write an input filter as /path=value',
    }),
    {
      key: 'value',
      label: 'Value',
      about: 'A text or number anywhere in the input or output. Tasks with sensitive values are not searched',
      example: 'value:A-17',
      isMany: false,
      read: (value) =>
        isHeldValue(value) ? { fields: { holds: value } } : { problem: 'a value to look for has 1 to 256 characters' },
    },
    wordFilter({
      key: 'group',
      label: 'Error group',
      about: 'Tasks that failed with this cause, in all its forms',
      example: 'group:2-4f1c2a9b',
      field: 'group',
      isMany: false,
      pattern: /^\S{1,64}$/,
      otherwise: 'the id of a group has up to 64 characters and no spaces',
    }),
  ],
};

/** What a task's own values would filter the list by. */
export function filtersOfTask(task: TaskRow): { label: string; clause: Clause }[] {
  const by = (key: string, value: string, label = `${key} ${value}`) => ({
    label,
    clause: fieldClause(key, value),
  });
  return [
    by('status', task.status, `status ${statusWord(task.status)}`),
    by('type', task.type),
    by('queue', task.queue),
    ...(task.error ? [by('error', task.error.fingerprint, 'this error')] : []),
    ...(task.parent ? [by('parent', task.parent.taskId, 'children of its parent')] : []),
    by('parent', task.id, 'its children'),
    ...Object.entries(task.tags).map(([name, value]) => by('tag', `${name}=${value}`)),
  ];
}
