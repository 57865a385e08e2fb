// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { parseFilter } from '@/components/filter/clause.ts';
import { FilterBar } from '@/components/filter/filter-bar.tsx';
import { taskFilters } from '@/components/task/task-filters.ts';
import { answerReads, refusal } from '../testing/show-hook.ts';
import { pageSays, showPage, standInBrowser } from '../testing/show-page.tsx';
import { causesIn, useCauseWords } from './use-cause-words.ts';

const error = { name: 'PaymentError', message: 'card <number> declined' };
const groups: Record<string, object> = {
  '2-alone': { id: '2-alone', error, fingerprints: ['2-alone'] },
  '2-named': { id: '2-named', name: 'Bad cards', error, fingerprints: ['2-named'] },
  '2-merged': {
    ...{ id: '2-begun', error, fingerprints: ['2-begun', '2-merged'] },
    latest: { error: { name: 'PaymentError', message: 'no funds', fingerprint: '2-merged' } },
  },
  '2-older': { id: '2-begun', error, fingerprints: ['2-begun', '2-older'] },
  '2-hidden': { id: '2-hidden', error: { name: 'PaymentError', message: '[redacted]' }, fingerprints: ['2-hidden'] },
};

function Bar({ filter }: { filter: string }) {
  const clauses = parseFilter(filter);
  const wordsOf = useCauseWords(causesIn(clauses));
  const rest = { table: taskFilters, problems: [], sources: {}, onChange: () => {} };
  return <FilterBar subject="tasks" clauses={clauses} wordsOf={wordsOf} {...rest} />;
}

it.each([
  ['error:2-alone', 'Error PaymentError: card <number> declined'],
  ['group:2-alone', 'Error group PaymentError: card <number> declined'],
  ['group:2-named', 'Error group Bad cards'],
  ['error:2-named', 'Error PaymentError: card <number> declined'],
  ['error:2-merged', 'Error PaymentError: no funds'],
  ['error:2-hidden', 'Error PaymentError: message redacted'],
])('the chip of %s says %j', async (filter, words) => {
  standInBrowser();
  answerReads(({ pathname }) => groups[decodeURIComponent(pathname.slice('/api/errors/'.length))]);
  await showPage(() => <Bar filter={filter} />);
  await pageSays(words);
  const edit = document.querySelector(`button[aria-label="Edit the condition ${words}"]`);
  expect(edit?.getAttribute('title')).toBe(filter);
});

it.each([
  ['error:2-older', 'Error 2-older', 1],
  ['error:2-gone', 'Error 2-gone', 1],
  ['type:2-alone,2-named', 'Type 2-alone or 2-named', 0],
])('the chip of %s says what is written', async (filter, words, reads) => {
  standInBrowser();
  const { asked } = answerReads(
    ({ pathname }) =>
      groups[decodeURIComponent(pathname.slice('/api/errors/'.length))] ?? refusal(404, 'ErrorGroupNotFound'),
  );
  const { client } = await showPage(() => <Bar filter={filter} />);
  await expect.poll(() => client.isFetching()).toBe(0);
  expect(document.querySelector(`button[aria-label="Edit the condition ${words}"]`)).not.toBeNull();
  expect(asked).toHaveLength(reads);
});
