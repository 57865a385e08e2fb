import { bulkResultStatuses } from '#contract';
import type { FilterTable } from '@/components/filter/apply-filter.ts';
import { choiceFilter, flagFilter } from '@/components/filter/definition.ts';

/** What operations can be filtered by. */
export const bulkFilters: FilterTable = {
  search: { field: 'search', maximumLength: 256 },
  definitions: [
    flagFilter({
      key: 'active',
      label: 'Active',
      about: 'Whether it has not ended',
      example: 'active:yes',
      field: 'isActive',
    }),
  ],
};

/** What the results of an operation can be filtered by. */
export const bulkResultFilters: FilterTable = {
  search: { field: 'search', maximumLength: 256 },
  definitions: [
    choiceFilter({
      key: 'result',
      label: 'Result',
      about: 'What became of the task',
      example: 'result:failed',
      field: 'status',
      choices: bulkResultStatuses,
    }),
  ],
};
