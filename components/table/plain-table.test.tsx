// @vitest-environment jsdom
import { act } from 'react';
import { renderToString } from 'react-dom/server';
import { beforeEach, expect, it, vi } from 'vitest';
import { draw, stubResizeObserver } from '../testing/draw.ts';
import { type PlainColumn, PlainTable } from './plain-table.tsx';
import { readLayout } from './table-layout.ts';

type Fruit = { name: string; isLinked?: boolean };
const opened = vi.fn();
const menu = vi.fn();

const columns: PlainColumn<Fruit>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 10,
    cell: ({ name, isLinked = true }) =>
      isLinked ? (
        <a
          href={`#${name}`}
          onClick={(event) => {
            event.preventDefault();
            opened(name);
          }}
        >
          {name}
        </a>
      ) : (
        name
      ),
  },
  {
    id: 'acts',
    header: 'Actions',
    width: 4,
    cell: ({ name }) => (
      <button type="button" aria-haspopup="menu" onKeyDown={({ key }) => key === 'ArrowDown' && menu(name)}>
        Actions of {name}
      </button>
    ),
  },
];

const table = (rows: readonly Fruit[], isMain: boolean) => (
  <PlainTable
    label="fruit"
    columns={columns}
    rows={rows}
    rowId={({ name }) => name}
    isMain={isMain}
    layout={readLayout('', columns)}
    onLayout={() => {}}
  />
);

const press = (key: string) =>
  act(async () => {
    const target = document.activeElement ?? document.body;
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  });
const focused = () => document.activeElement?.closest('tr')?.querySelector('th')?.textContent;

beforeEach(() => {
  stubResizeObserver();
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  opened.mockReset();
  menu.mockReset();
});

it('is walked by keys from anywhere on its page', async () => {
  await draw(table([{ name: 'fig' }, { name: 'kiwi' }, { name: 'pear', isLinked: false }], true));
  await press('Enter');
  expect(focused(), 'Enter shows first what it would open').toBe('fig');
  await press('j');
  expect(focused()).toBe('kiwi');
  await press('Enter');
  expect(opened).toHaveBeenCalledExactlyOnceWith('kiwi');
  await press('f');
  expect(menu).toHaveBeenCalledExactlyOnceWith('kiwi');
  await press('ArrowDown');
  await press('Enter');
  expect([focused(), opened.mock.calls.length], 'this row leads nowhere').toEqual(['pear', 1]);
  await press('j');
  expect(focused()).toBe('pear');
  await press('Home');
  expect(focused()).toBe('fig');
});

it('leaves the keys to the page where it is one of several', async () => {
  await draw(table([{ name: 'fig' }], false));
  await press('j');
  expect(focused()).toBeUndefined();
});

it('comes with the rows that a screen has room for, and the browser draws the others', async () => {
  const rows = Array.from({ length: 200 }, (_, index) => ({ name: `fruit ${index}` }));
  const html = renderToString(table(rows, true));
  expect(html.match(/<tr/g)).toHaveLength(1 + 30);
  await draw(table(rows, true));
  expect(document.querySelectorAll('tbody tr')).toHaveLength(200);
});
