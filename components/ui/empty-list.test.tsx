import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Bounds } from '#contract';
import { BoundsNote, BoundsProvider } from './bounds.tsx';
import { EmptyList } from './empty-list.tsx';

const textOf = (bounds: Bounds | undefined) =>
  renderToStaticMarkup(
    <BoundsProvider bounds={bounds}>
      <BoundsNote />
      <EmptyList title="No lock is held" />
    </BoundsProvider>,
  )
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim();

it('says that there is nothing at all only to an operator who reaches everything', () => {
  expect(textOf(undefined)).toBe('No lock is held');
  expect(textOf({ types: ['billing.*'] })).toBe('You see types billing.* No lock is held within your bounds');
});
