// @vitest-environment jsdom
import { act, useState } from 'react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { draw, stubResizeObserver } from '@/components/testing/draw.ts';
import { ColumnsMenu } from './columns-menu.tsx';
import { DataTable } from './data-table.tsx';
import { type LeftOut, nothingLeftOut } from './left-out.ts';
import { PlainTable } from './plain-table.tsx';
import { type ArrangedTable, readLayout } from './table-layout.ts';

const columns = [
  { id: 'name', header: 'Name', width: 10, cell: (row: string) => row },
  { id: 'weight', header: 'Weight', width: 10, cell: () => '3 kg' },
  { id: 'colour', header: 'Colour', width: 10, dropOrder: 1, cell: () => 'green' },
];
const dataColumns = columns.map(({ width, ...column }) => ({
  ...column,
  width: `${width}rem`,
  ...(column.id === 'name' && { card: 'title' as const }),
}));
const dataProps = { label: 'fruit', rows: ['Pear'], rowId: (row: string) => row, rowLabel: (row: string) => row };

/** The menu's own module loads when someone comes near it: here before it is opened. */
beforeAll(() => import('@/components/ui/dropdown-menu-parts.tsx'));

let isPhone = false;
beforeEach(() => {
  isPhone = false;
  vi.stubGlobal('matchMedia', () => ({ matches: isPhone, addEventListener() {}, removeEventListener() {} }));
  stubResizeObserver();
  Element.prototype.scrollIntoView = () => {};
});

function Page({ kind }: { kind: 'plain' | 'data' }) {
  const [layout, setLayout] = useState(readLayout('', columns));
  const [leftOut, onLeftOut] = useState<LeftOut>(nothingLeftOut);
  const arranged: ArrangedTable = {
    layout,
    onLayout: (next) => setLayout(next ?? readLayout('', columns)),
    leftOut,
    onLeftOut,
  };
  return (
    <>
      <ColumnsMenu columns={columns} {...arranged} />
      {kind === 'plain' ? (
        <PlainTable {...dataProps} columns={columns} {...arranged} />
      ) : (
        <DataTable {...dataProps} columns={dataColumns} {...arranged} />
      )}
    </>
  );
}

const headers = (host: HTMLElement) =>
  [...host.querySelectorAll('thead th')].map((cell) => cell.getAttribute('aria-label'));
const button = () => document.querySelector<HTMLElement>('button[aria-label^="Choose columns"]');
const items = () => [...document.querySelectorAll<HTMLElement>('[role=menuitemcheckbox]')];
const shownInMenu = () => items().map((item) => `${item.textContent} ${item.getAttribute('aria-checked')}`);

async function openMenu() {
  await act(async () => button()?.click());
  await act(() => vi.waitFor(() => expect(items()).not.toEqual([])));
}

test.each(['plain', 'data'] as const)(
  'a column without room is not ticked, and is shown when it is (%s)',
  async (kind) => {
    const { host } = await draw(<Page kind={kind} />);
    expect(headers(host)).not.toContain('Colour');
    expect(button()?.getAttribute('aria-label')).toBe('Choose columns: 1 without room');
    await openMenu();
    expect(shownInMenu()).toEqual(['Name true', 'Weight true', 'Colourno room false']);
    await act(async () => items()[2]?.click());
    expect(headers(host)).toContain('Colour');
    expect(button()?.getAttribute('aria-label')).toBe('Choose columns');
    expect(shownInMenu()[2]).toBe('Colour true');
    await act(async () => items()[2]?.click());
    expect(headers(host)).not.toContain('Colour');
    expect(button()?.getAttribute('aria-label'), 'hidden by choice').toBe('Choose columns');
  },
);

test('a column that a card has no place for cannot be chosen on a phone', async () => {
  isPhone = true;
  await draw(<Page kind="data" />);
  expect(button()?.getAttribute('aria-label')).toBe('Choose columns');
  await openMenu();
  expect(shownInMenu()).toEqual(['Name true', 'Weightnot on a phone false', 'Colournot on a phone false']);
  expect(items()[1]?.getAttribute('aria-disabled')).toBe('true');
});
