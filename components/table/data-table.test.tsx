// @vitest-environment jsdom
import { act, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Column } from './column.ts';
import { DataTable, type DataTableProps } from './data-table.tsx';
import { nothingSelected, type Selection } from './selection.ts';

type Fruit = { id: string; name: string; weight: number };

const columns: Column<Fruit>[] = [
  { id: 'name', header: 'Name', width: '10rem', cell: ({ name }) => name, unsortable: 'not indexed' },
  { id: 'weight', header: 'Weight', width: '5rem', sortBy: 'weight', cell: ({ weight }) => weight },
];
const fruit = (count: number): Fruit[] =>
  Array.from({ length: count }, (_, index) => ({ id: `f${index}`, name: `Fruit ${index}`, weight: index }));
const rowId = ({ id }: Fruit) => id;
const rowLabel = ({ name }: Fruit) => name;

let unmount = () => {};

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => setTimeout(run, 0));
  Element.prototype.scrollTo = () => {};
  // jsdom lays nothing out: everything is as large as a screen
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 800 });
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, get: () => 1_200 });
});

afterEach(() => {
  act(() => unmount());
  vi.unstubAllGlobals();
});

type Given = Partial<DataTableProps<Fruit>> & Pick<DataTableProps<Fruit>, 'rows'>;

function Page({ given, onSelected }: { given: Given; onSelected: (selection: Selection<Fruit>) => void }) {
  const [selection, setSelection] = useState<Selection<Fruit>>(nothingSelected);
  return (
    <DataTable
      label="Fruit"
      columns={columns}
      rowId={rowId}
      rowLabel={rowLabel}
      keys="page"
      selection={selection}
      onSelection={(next) => {
        setSelection(next);
        onSelected(next);
      }}
      {...given}
    />
  );
}

async function show(given: Given) {
  let selected: Selection<Fruit> = nothingSelected;
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  unmount = () => {
    root.unmount();
    host.remove();
  };
  const onSelected = (selection: Selection<Fruit>) => {
    selected = selection;
  };
  await act(async () => root.render(<Page given={given} onSelected={onSelected} />));
  return { host, selectedIds: () => [...selected.keys()] };
}

async function press(key: string, options: KeyboardEventInit = {}) {
  await act(async () => {
    (document.activeElement ?? document.body).dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...options }),
    );
    await new Promise((resolve) => setTimeout(resolve, 5));
  });
}

const focusedText = () => document.activeElement?.textContent ?? '';

test('is a table that tells its size, with only the rows in it that are near the screen', async () => {
  const { host } = await show({ rows: fruit(5_000) });
  expect(host.querySelector('table')?.getAttribute('aria-rowcount')).toBe('5001');
  expect(host.querySelectorAll('tbody tr').length).toBeLessThan(60);
  expect(host.querySelector('tbody tr')?.getAttribute('aria-rowindex')).toBe('2');
  expect([...host.querySelectorAll('[role=columnheader]')].map(({ textContent }) => textContent)).toEqual([
    '',
    'Name',
    'Weight',
  ]);
});

test('moves, selects and opens by keyboard', async () => {
  const onOpen = vi.fn();
  const { selectedIds } = await show({ rows: fruit(20), onOpen });
  await press('j');
  await press('j');
  expect(focusedText()).toContain('Fruit 1');
  await press('x');
  await press('J', { shiftKey: true });
  expect(selectedIds()).toEqual(['f1', 'f2']);
  await press('Enter');
  expect(onOpen).toHaveBeenCalledWith(expect.objectContaining({ id: 'f2' }), { isNewTab: false });
  await press('Escape');
  expect(selectedIds()).toEqual([]);
});

test('a click with shift selects what lies between', async () => {
  const { host, selectedIds } = await show({ rows: fruit(20) });
  const box = (name: string) => host.querySelector<HTMLInputElement>(`[aria-label="Select ${name}"]`);
  await act(async () => box('Fruit 1')?.click());
  await act(async () => void box('Fruit 4')?.dispatchEvent(new MouseEvent('click', { shiftKey: true, bubbles: true })));
  expect(selectedIds()).toEqual(['f1', 'f2', 'f3', 'f4']);
});

test('keys of the page act on the current row, and are left alone while something is written', async () => {
  const cancel = vi.fn();
  await show({ rows: fruit(3), actions: { c: cancel } });
  await press('c');
  expect(cancel).not.toHaveBeenCalled();
  await press('j');
  await press('c');
  expect(cancel).toHaveBeenCalledWith(expect.objectContaining({ id: 'f0' }));
  const field = document.body.appendChild(document.createElement('input'));
  field.focus();
  await press('c');
  expect(cancel).toHaveBeenCalledTimes(1);
  field.remove();
});

test('sorts by what is indexed, and says what cannot be sorted by', async () => {
  const onOrder = vi.fn();
  const { host } = await show({ rows: fruit(3), order: 'weight desc', onOrder });
  const [, name, weight] = host.querySelectorAll('[role=columnheader]');
  expect(weight?.getAttribute('aria-sort')).toBe('descending');
  await act(async () => weight?.querySelector('button')?.click());
  expect(onOrder).toHaveBeenCalledWith('weight asc');
  expect(name?.querySelector('button')).toBeNull();
});

test('rows that are not loaded yet have the shape of what comes', async () => {
  const { host } = await show({ rows: [undefined, ...fruit(2)] });
  const [first] = host.querySelectorAll('tbody tr');
  expect(first?.getAttribute('aria-busy')).toBe('true');
});

test('without rows it says what the page has to say', async () => {
  const { host } = await show({ rows: [], empty: <p>No fruit yet</p> });
  expect(host.textContent).toContain('No fruit yet');
});
