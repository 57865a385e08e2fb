import { errorGroupStatuses } from '#contract';
import type { FilterTable } from '@/components/filter/apply-filter.ts';
import { choiceFilter, wordFilter } from '@/components/filter/definition.ts';

/** What error groups can be filtered by. Plain text is a part of the name, the type, the step or the error. */
export const errorFilters: FilterTable = {
  search: { field: 'search', maximumLength: 256 },
  definitions: [
    choiceFilter({
      key: 'status',
      label: 'Status',
      about: 'Without a status, the list shows new, ongoing and back-again',
      example: 'status:resolved,muted',
      field: 'status',
      choices: errorGroupStatuses,
      words: { backAgain: 'back again' },
      isTotal: true,
    }),
    wordFilter({
      key: 'type',
      label: 'Type',
      about: 'A task type, or a prefix followed by *',
      example: 'type:order.*',
      field: 'type',
      isMany: true,
      pattern: /^[!-~]{1,128}$/,
      otherwise: 'a type has 1 to 128 characters and no spaces',
      suggestions: { source: 'types' },
    }),
    wordFilter({
      key: 'owner',
      label: 'Owner',
      about: 'Who takes care of it',
      example: 'owner:ada@example.org',
      field: 'owner',
      isMany: false,
      pattern: /^.{1,256}$/,
      otherwise: 'an owner has 1 to 256 characters',
    }),
  ],
};

/** The named filters of the page of errors. */
export const errorViews = [
  { name: 'Open', filter: '' },
  { name: 'New', filter: 'status:new,backAgain' },
  { name: 'Muted', filter: 'status:muted' },
  { name: 'Resolved', filter: 'status:resolved' },
  { name: 'All', filter: `status:${errorGroupStatuses.join(',')}` },
] as const;
