import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { TypePicker } from './type-picker.tsx';

it('says that there are no types only when they were read', () => {
  const shown = (types: [] | undefined, hasFailed: boolean) =>
    renderToStaticMarkup(
      <TypePicker types={types} hasFailed={hasFailed} value="" onChange={() => {}} error={undefined} />,
    );
  expect(shown([], false)).toContain('No task types.');
  expect(shown(undefined, true)).toContain('The task types could not be read.');
  expect(shown(undefined, false)).toContain('Reading the task types…');
});
