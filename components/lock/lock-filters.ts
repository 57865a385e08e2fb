import type { FilterTable } from '@/components/filter/apply-filter.ts';
import { wordFilter } from '@/components/filter/definition.ts';
import { taskIdWord } from '@/components/filter/task-id-word.ts';

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
      ...taskIdWord,
    }),
  ],
};
