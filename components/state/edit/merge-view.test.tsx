import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { mergeEntry } from './entry-document.model.ts';
import { type EntryCopy, formOf, readForm } from './entry-form.model.ts';
import type { Choices } from './merge.model.ts';
import { MergeView } from './merge-view.tsx';

const base: EntryCopy = {
  ...{
    id: 'a',
    etag: '"1"',
    version: 1,
    value: { price: 1 },
    contentType: 'application/json',
    tags: {},
    sensitive: [],
  },
  ...{
    hasBlob: false,
    lastModifiedOn: '2026-11-22T09:00:00.000Z',
    lastModifiedBy: { kind: 'operator', id: 'ada', name: 'ada' },
  },
};
const theirs: EntryCopy = { ...base, etag: '"2"', version: 2, value: { price: 2 } };

function shown(choices: Choices): string {
  const form = { ...formOf(base), text: '{"price": 3}' };
  const merge = mergeEntry({ base, theirs, form, read: readForm(form, 0) }, choices);
  return renderToStaticMarkup(
    <MergeView base={base} conflict={{ theirs, merge, choices }} onChoose={() => {}} onChooseAll={() => {}} />,
  );
}

it('says that a place without a choice is not compared, and that nothing of mine is left only when that was chosen', () => {
  const open = shown({ places: new Map() });
  expect(open).toContain('1 of 1 still needs a choice.');
  expect(open).toContain('The place without a choice is not included.');
  expect(open).not.toMatch(/None:|No differences/);
  const allTheirs = shown({ places: new Map(), rest: 'theirs' });
  expect(allTheirs).toContain('None: the merge keeps their version as it is.');
  expect(allTheirs).not.toContain('not included');
  expect(shown({ places: new Map(), rest: 'mine' })).not.toMatch(/None:|not included/);
});
