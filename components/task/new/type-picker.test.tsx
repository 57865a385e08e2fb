import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { TypePicker } from './type-picker.tsx';

it('says that there are no types only when they were read', () => {
  const shown = (types: [] | undefined, unread?: string) =>
    renderToStaticMarkup(<TypePicker types={types} unread={unread} value="" onChange={() => {}} error={undefined} />);
  expect(shown([])).toContain('No task types.');
  expect(shown(undefined, 'The task types could not be read.')).toContain('The task types could not be read.');
  expect(shown(undefined)).toContain('Reading the task types…');
});
