import type { FilterTable } from '@/components/filter/apply-filter.ts';
import { choiceFilter, wordFilter } from '@/components/filter/definition.ts';
import { timeFilter } from '@/components/filter/time-filter.ts';

/** What the audit trail can be filtered by; plain text is the id of what was acted on. */
export const auditFilters: FilterTable = {
  search: { field: 'target', maximumLength: 512 },
  definitions: [
    wordFilter({
      key: 'who',
      label: 'Who',
      about: 'Id or name of the caller',
      example: 'who:admin@localhost',
      field: 'identity',
      isMany: false,
      pattern: /^.{1,256}$/,
      otherwise: 'a name has 1 to 256 characters',
    }),
    wordFilter({
      key: 'operation',
      label: 'Operation',
      about: 'Operation name',
      example: 'operation:CancelTask',
      field: 'operation',
      isMany: false,
      pattern: /^[A-Za-z]{1,128}$/,
      otherwise: 'an operation is one word, such as CancelTask',
      suggestions: { source: 'operations' },
    }),
    wordFilter({
      key: 'target',
      label: 'Target',
      about: 'Id of the target',
      example: 'target:order-17',
      field: 'target',
      isMany: false,
      pattern: /^.{1,512}$/,
      otherwise: 'an id has 1 to 512 characters',
    }),
    {
      ...choiceFilter({
        key: 'outcome',
        label: 'Outcome',
        about: 'Outcome of the change',
        example: 'outcome:refused',
        field: 'outcome',
        choices: ['succeeded', 'refused', 'failed'],
      }),
      isMany: false,
    },
    timeFilter({
      key: 'when',
      label: 'When',
      about: 'Time of the change: <1h, >2d, today, >2026-11-20 (UTC)',
      example: 'when:<1h',
      after: 'occurredAfter',
      before: 'occurredBefore',
    }),
  ],
};
