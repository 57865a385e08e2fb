import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { NewLink } from './new-link.tsx';

const shown = (reason: string | undefined) =>
  renderToStaticMarkup(
    <NewLink href="/tasks/new" reason={reason}>
      New task
    </NewLink>,
  );

it('leads to the form, unless the operator may not create anything', () => {
  expect(shown(undefined)).toContain('href="/tasks/new"');
  const refused = shown('You need the scope tasks/create.');
  expect(refused).not.toContain('href');
  expect(refused).toContain('aria-disabled="true"');
  expect(refused).toContain('New task');
});
