import type { FilterTable } from '@/components/filter/apply-filter.ts';
import { flagFilter, wordFilter } from '@/components/filter/definition.ts';
import { taskIdWord } from '@/components/filter/task-id-word.ts';
import { timeFilter } from '@/components/filter/time-filter.ts';

/** No control characters, and not what a path of a URL cannot have. */
const nameWord = {
  pattern: /^(?!\.{1,2}$)[ -~\u0080-\uffff]{1,256}$/,
  otherwise: 'a name has 1 to 256 characters, no control characters, and is not . or ..',
};

const name = wordFilter({
  key: 'name',
  label: 'Name',
  about: 'An event name, or a prefix followed by *',
  example: 'name:approval',
  field: 'name',
  isMany: false,
  ...nameWord,
});

const task = wordFilter({
  key: 'task',
  label: 'Task',
  about: 'Events of this task',
  example: 'task:order-17',
  field: 'taskId',
  isMany: false,
  ...taskIdWord,
});

const search = { field: 'name', maximumLength: 256, only: nameWord };

/** What external events can be filtered by; plain text is a name. */
export const eventFilters: FilterTable = {
  search,
  definitions: [
    name,
    task,
    flagFilter({
      key: 'consumed',
      label: 'Consumed',
      about: 'Whether a run has consumed it',
      example: 'consumed:false',
      field: 'consumed',
    }),
    timeFilter({
      key: 'raised',
      label: 'Raised',
      about: 'When it was raised: <1h, >2d, today, >2026-11-20 (UTC)',
      example: 'raised:<1h',
      after: 'raisedAfter',
      before: 'raisedBefore',
    }),
    wordFilter({
      key: 'id',
      label: 'Id',
      about: 'Only this event',
      example: 'id:4711',
      field: 'id',
      isMany: false,
      pattern: /^[1-9]\d{0,18}$/,
      otherwise: 'an event id is a positive whole number',
    }),
  ],
};

/** What waits for events can be filtered by. */
export const waitFilters: FilterTable = { search, definitions: [name, task] };
