// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { RememberedLayoutsProvider } from '@/components/table/remembered-layouts.tsx';
import { showPage } from '../testing/show-page.tsx';
import { useLayoutText } from './use-table-layout.ts';

function LayoutText() {
  return useLayoutText('tasks');
}

it.each([
  ['what the browser remembers', '', 'tags:hide'],
  ['what the address says', '?columns=type:hide', 'type:hide'],
  ['the columns of a view', '?view=v&columns=type:hide', 'type:hide'],
  ['the columns as the list has them, for a view without columns', '?view=v', ''],
])('a list shows %s', async (_, search, shown) => {
  const initial = new Map([['tasks', 'tags:hide']]);
  const table = () => (
    <RememberedLayoutsProvider initial={initial}>
      <LayoutText />
    </RememberedLayoutsProvider>
  );
  await showPage(table, { search });
  expect(document.body.textContent).toBe(shown);
});
