// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { type ShownPage, showPage } from '../../../testing/show-page.tsx';
import { EditEntryButton } from './edit-entry-button.tsx';

let page: ShownPage;
afterEach(() => {
  page.end();
  vi.unstubAllGlobals();
});

const button = <EditEntryButton onEdit={() => {}} isFocused />;

it('gets the focus when it appears', async () => {
  page = await showPage(() => button, { scopes: ['state/create'] });
  expect(document.activeElement?.textContent).toContain('Edit');
});

it('gets the focus from the page as a whole, which has it when nothing else has', async () => {
  const main = document.body.appendChild(document.createElement('main'));
  Object.assign(main, { id: 'content', tabIndex: -1 }).focus();
  page = await showPage(() => button, { scopes: ['state/create'] });
  expect(document.activeElement?.textContent).toContain('Edit');
  main.remove();
});

it('leaves the focus where it is when it appears again', async () => {
  let isShown = false;
  page = await showPage(
    () => (
      <>
        <input aria-label="elsewhere" />
        {isShown && button}
      </>
    ),
    { scopes: ['state/create'] },
  );
  document.querySelector('input')?.focus();
  isShown = true;
  await page.again();
  expect(document.activeElement?.getAttribute('aria-label')).toBe('elsewhere');
});
