import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { DataAge } from './data-age.tsx';

const textOf = (ageInMs: number | undefined) =>
  renderToStaticMarkup(<DataAge ageInMs={ageInMs} />).replaceAll(/<[^>]*>/g, '');

it('says in whole seconds how far data of a replica may be behind, and nothing of other data', () => {
  expect(textOf(undefined)).toBe('');
  expect([0, 1_000, 1_001, 59_000, 61_000].map(textOf)).toEqual([
    'Up to 1 s behind',
    'Up to 1 s behind',
    'Up to 2 s behind',
    'Up to 59 s behind',
    'Up to 1 min 01 s behind',
  ]);
});
