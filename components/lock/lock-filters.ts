import type { FilterTable } from '@/components/filter/apply-filter.ts';
import { wordFilter } from '@/components/filter/definition.ts';

/** What locks can be filtered by; plain text is a part of the name. */
export const lockFilters: FilterTable = {
  search: { field: 'search', maximumLength: 256 },
  definitions: [
    wordFilter({
      key: 'task',
      label: 'Task',
      about: 'Held or awaited by this task',
      example: 'task:order-17',
      field: 'taskId',
      isMany: false,
      pattern: /^[A-Za-z0-9._:-]{1,128}$/,
      otherwise: 'an id is 1 to 128 characters of A-Z a-z 0-9 . _ : -',
    }),
  ],
};
