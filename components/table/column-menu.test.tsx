// @vitest-environment jsdom
import { act, useState } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { draw, stubResizeObserver } from '@/components/testing/draw.ts';
import { type PlainColumn, PlainTable } from './plain-table.tsx';
import { readLayout, writeLayout } from './table-layout.ts';

type Fruit = { name: string; weight: number; colour: string };

const columns: PlainColumn<Fruit>[] = [
  { id: 'name', header: 'Name', width: 10, cell: ({ name }) => name },
  { id: 'weight', header: 'Weight', width: 10, cell: ({ weight }) => weight },
  { id: 'colour', header: 'Colour', width: 10, cell: ({ colour }) => colour },
];
const rows = [{ name: 'Pear', weight: 3, colour: 'green' }];

/** The menu's own module loads when someone comes near it: here before it is opened. */
beforeAll(() => import('@/components/ui/dropdown-menu-parts.tsx'));

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  stubResizeObserver();
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(DOMRect.fromRect({ width: 100 }));
  Element.prototype.scrollIntoView = () => {};
});

afterEach(() => void vi.restoreAllMocks());

function Page({ text, onText }: { text: string; onText: (text: string) => void }) {
  const [layout, setLayout] = useState(readLayout(text, columns));
  return (
    <PlainTable
      label="fruit"
      columns={columns}
      rows={rows}
      rowId={({ name }) => name}
      layout={layout}
      onLayout={(next) => {
        setLayout(next ?? readLayout('', columns));
        onText(next === undefined ? '' : writeLayout(next, columns));
      }}
    />
  );
}

async function show(text = '') {
  let written = text;
  const keep = (next: string) => {
    written = next;
  };
  const { host } = await draw(<Page text={text} onText={keep} />);
  return { host, written: () => written };
}

const items = () => [...document.querySelectorAll<HTMLElement>('[role=menuitem]')];

async function openMenu(name: string) {
  await act(async () => document.querySelector<HTMLElement>(`[aria-label="Column ${name}"]`)?.click());
  await act(() => vi.waitFor(() => expect(items()).not.toEqual([])));
}

async function choose(name: string, item: string) {
  await openMenu(name);
  const wanted = items().find(({ textContent }) => textContent?.trim() === item);
  expect(wanted, `${item} among ${items().map(({ textContent }) => textContent)}`).toBeDefined();
  await act(async () => wanted?.click());
}

const names = (host: HTMLElement) =>
  [...host.querySelectorAll('thead th')].map((cell) => cell.getAttribute('aria-label'));

test('moves a column past its neighbour', async () => {
  const { host, written } = await show();
  await choose('Weight', 'Move right');
  expect(names(host)).toEqual(['Name', 'Colour', 'Weight']);
  expect(written()).toBe('name,colour,weight');
});

test('Shift with an arrow moves the column whose menu has the focus', async () => {
  const { host, written } = await show();
  const pressOn = (name: string, key: string, shiftKey = true) =>
    act(async () =>
      document
        .querySelector(`[aria-label="Column ${name}"]`)
        ?.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true })),
    );
  await pressOn('Weight', 'ArrowLeft', false);
  expect(written()).toBe('');
  await pressOn('Weight', 'ArrowLeft');
  expect(names(host)).toEqual(['Weight', 'Name', 'Colour']);
  await pressOn('Weight', 'ArrowRight');
  await pressOn('Weight', 'ArrowRight');
  expect(written()).toBe('name,colour,weight');
});

test('a hidden column leaves the focus to its neighbour, whose menu shows it again', async () => {
  const { host, written } = await show();
  await choose('Weight', 'Hide column');
  expect(names(host)).toEqual(['Name', 'Colour']);
  expect(written()).toBe('weight:hide');
  await vi.waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Column Colour'));
  await choose('Colour', 'Show Weight');
  expect(names(host)).toEqual(['Name', 'Weight', 'Colour']);
});

test('a pinned column comes first and keeps the width that it has', async () => {
  const { host, written } = await show();
  await choose('Colour', 'Pin to the left');
  expect(names(host)).toEqual(['Colour', 'Name', 'Weight']);
  expect(written()).toBe('colour:100:pin');
  await choose('Colour', 'Unpin');
  expect(written()).toBe('colour:100');
});

test('makes a column wider and narrower while the menu stays open', async () => {
  const { written } = await show();
  await choose('Weight', 'Wider');
  expect(written()).toBe('weight:116');
  expect(items()).not.toEqual([]);
});

test('the column that names the row stays', async () => {
  const { host } = await show();
  await choose('Name', 'Hide columnIt identifies the row');
  expect(names(host)).toEqual(['Name', 'Weight', 'Colour']);
});

test('columns without room are left out, the lowest first, until they are chosen', async () => {
  const wide: PlainColumn<Fruit>[] = [
    { id: 'name', header: 'Name', width: 10, cell: ({ name }) => name },
    { id: 'weight', header: 'Weight', width: 10, dropOrder: 2, cell: ({ weight }) => weight },
    { id: 'colour', header: 'Colour', width: 10, dropOrder: 1, cell: ({ colour }) => colour },
  ];
  const shownAt = async (width: number, text = '') => {
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width);
    const layout = readLayout(text, wide);
    const { host, end } = await draw(
      <PlainTable
        label="fruit"
        columns={wide}
        rows={rows}
        rowId={({ name }) => name}
        {...{ layout, onLayout: () => {} }}
      />,
    );
    const shown = names(host);
    end();
    return shown;
  };
  expect(await shownAt(528)).toEqual(['Name', 'Weight', 'Colour']);
  expect(await shownAt(527)).toEqual(['Name', 'Weight']);
  expect(await shownAt(200)).toEqual(['Name']);
  expect(await shownAt(527, 'colour:show'), 'what is chosen takes the room of others').toEqual(['Name', 'Colour']);
  expect(await shownAt(200, 'colour:show')).toEqual(['Name', 'Colour']);
});

test('gives the columns back as the table has them', async () => {
  const { host, written } = await show('colour:200,name:pin,weight:hide');
  expect(names(host)).toEqual(['Name', 'Colour']);
  await choose('Name', 'Reset columns');
  expect(names(host)).toEqual(['Name', 'Weight', 'Colour']);
  expect(written()).toBe('');
});
