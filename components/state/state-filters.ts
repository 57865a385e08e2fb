import type { FilterTable } from '@/components/filter/apply-filter.ts';
import { flagFilter, wordFilter } from '@/components/filter/definition.ts';
import { tagFilter } from '@/components/filter/tag-filter.ts';
import { timeFilter } from '@/components/filter/time-filter.ts';

/** The one table of what a store's entries can be filtered by; the tree's place is its `prefix`. */
export const stateFilters: FilterTable = {
  search: { field: 'search', maximumLength: 256 },
  paths: {
    key: 'value',
    about:
      'A part of the value: value.total:>100, value.customer:A-17, 1..5, * for any, - before it for not; value:A-17 for any place',
    example: 'value.customer:A-17',
    field: 'value',
    source: 'paths',
    indexedSource: 'indexedPaths',
  },
  definitions: [
    wordFilter({
      key: 'prefix',
      label: 'Prefix',
      about: 'Ids with this prefix, case-sensitive',
      example: 'prefix:orders/',
      field: 'prefix',
      isMany: false,
      pattern: /^.{1,512}$/s,
      otherwise: 'a prefix has 1 to 512 characters',
    }),
    tagFilter,
    flagFilter({
      key: 'has',
      label: 'Has',
      about: 'Entries with or without a blob',
      example: 'has:blob',
      field: 'hasBlob',
      words: ['blob', 'no-blob'],
    }),
    flagFilter({
      key: 'expires',
      label: 'Expires',
      about: 'Entries that will expire, or never expire',
      example: 'expires:yes',
      field: 'expires',
    }),
    timeFilter({
      key: 'modified',
      label: 'Modified',
      about: 'When it was last written: <1h, >2d, today, >2026-11-20 (UTC)',
      example: 'modified:<1h',
      after: 'modifiedAfter',
      before: 'modifiedBefore',
    }),
  ],
};
