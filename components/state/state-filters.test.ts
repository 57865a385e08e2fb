import { describe, expect, test } from 'vitest';
import { applyFilter } from '@/components/filter/apply-filter.ts';
import { parseFilter } from '@/components/filter/clause.ts';
import { stateFilters } from './state-filters.ts';

const now = new Date('2026-11-21T12:00:00Z');
const read = (text: string) => applyFilter(stateFilters, parseFilter(text), now);

describe('the filter of entries', () => {
  test('asks the service for all that it says', () => {
    const { query, problems } = read(
      'prefix:"orders/eu 1/" tag:customer=42 tag:region=eu has:blob expires:yes modified:<1h "lamp"',
    );
    expect(problems).toEqual([]);
    expect(query).toEqual({
      prefix: 'orders/eu 1/',
      tag: ['customer=42', 'region=eu'],
      hasBlob: 'true',
      expires: 'true',
      modifiedAfter: '2026-11-21T11:00:00.000Z',
      search: 'lamp',
    });
  });

  test('says what it cannot apply', () => {
    expect(read('has:children').problems[0]?.message).toContain('no-blob');
    expect(read('prefix:a prefix:b').problems[0]?.message).toContain('given twice');
    expect(read('tag:lamp').problems[0]?.message).toContain('name=value');
  });
});
