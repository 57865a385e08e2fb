// @vitest-environment jsdom
import { act, useLayoutEffect, useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { draw } from '@/components/testing/draw.ts';
import type { Column } from './column.ts';
import { DataTable } from './data-table.tsx';
import type { DataTableProps } from './data-table-props.ts';
import { nothingSelected, type Selection } from './selection.ts';
import { readLayout, type TableLayout, writeLayout } from './table-layout.ts';

type Fruit = { id: string; name: string; weight: number };

const columns: Column<Fruit>[] = [
  { id: 'name', header: 'Name', width: '10rem', cell: ({ name }) => name, unsortable: 'not indexed' },
  { id: 'weight', header: 'Weight', width: '5rem', sortBy: 'weight', cell: ({ weight }) => weight },
];
const fruit = (count: number): Fruit[] =>
  Array.from({ length: count }, (_, index) => ({ id: `f${index}`, name: `Fruit ${index}`, weight: index }));

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => setTimeout(run, 0));
  Element.prototype.scrollTo = () => {};
  Element.prototype.scrollIntoView = () => {};
  // jsdom lays nothing out: everything is as large as a screen
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 800 });
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, get: () => 1_200 });
});

afterEach(() => void vi.restoreAllMocks());

type Given = Partial<DataTableProps<Fruit>> & Pick<DataTableProps<Fruit>, 'rows'>;

function Page({ given, onSelected }: { given: Given; onSelected: (selection: Selection<Fruit>) => void }) {
  const [selection, setSelection] = useState<Selection<Fruit>>(nothingSelected);
  return (
    <DataTable
      label="Fruit"
      columns={columns}
      rowId={({ id }) => id}
      rowLabel={({ name }) => name}
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
  const onSelected = (selection: Selection<Fruit>) => {
    selected = selection;
  };
  const drawn = await draw(<Page given={given} onSelected={onSelected} />);
  const rerender = async (next: Given) => {
    await drawn.redraw(<Page given={next} onSelected={onSelected} />);
    await act(() => new Promise((resolve) => setTimeout(resolve, 5)));
  };
  return { ...drawn, rerender, selectedIds: () => [...selected.keys()] };
}

test('opened where it was left, it never says that the first rows are on the screen, which would load them', async () => {
  const onVisible = vi.fn();
  await show({ rows: fruit(300), left: { currentId: 'f110', top: 3_200 }, onVisible });
  const firsts = onVisible.mock.calls.map(([first]) => first);
  expect(firsts[0]).toBe(100);
  expect(firsts).not.toContain(0);
});

test('marks the row that is open beside the table, and keys act on it until another becomes the current one', async () => {
  const edit = vi.fn();
  const { host } = await show({ rows: fruit(3), openId: 'f1', actions: { e: edit } });
  const open = [...host.querySelectorAll('tbody tr[aria-current]')];
  expect(open.map((row) => row.textContent)).toEqual(['Fruit 11']);
  for (const key of ['e', 'j', 'e']) await press(key);
  expect(edit.mock.calls.map(([row]) => row.id)).toEqual(['f1', 'f2']);
});

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

test('opens where it was left, with the focus on its row', async () => {
  Element.prototype.scrollIntoView = () => {};
  const { host } = await show({ rows: fruit(500), left: { currentId: 'f210', top: 6_400 } });
  expect(focusedText()).toContain('Fruit 210');
  expect(host.firstElementChild?.scrollTop).toBe(6_400);
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

/** Presses J before effects that follow the paint have run. */
function PressWhenDrawn({ name }: { name: string }) {
  useLayoutEffect(() => {
    if (name === 'other') document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }));
  }, [name]);
  return null;
}

test('a key that comes as soon as other rows are drawn acts on these', async () => {
  let selected: readonly string[] = [];
  const page = (name: string) => (
    <>
      <Page
        given={{ rows: fruit(3).map(({ id, ...rest }) => ({ ...rest, id: `${name} ${id}` })) }}
        onSelected={(selection) => {
          selected = [...selection.keys()];
        }}
      />
      <PressWhenDrawn name={name} />
    </>
  );
  const { redraw } = await draw(page('first'));
  await redraw(page('other'));
  await press('x');
  expect(selected).toEqual(['other f0']);
});

test('keys that follow each other before anything is drawn are all kept', async () => {
  const rows = fruit(5_000);
  await show({ rows });
  await act(async () => {
    for (const key of ['j', 'End', 'k', 'Home', 'End', 'ArrowUp']) {
      (document.activeElement ?? document.body).dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
      );
      await Promise.resolve();
    }
  });
  await act(async () => new Promise((resolve) => setTimeout(resolve, 5)));
  expect(focusedText()).toContain('Fruit 4998');
});

test('the row that comes to the place of one that goes gets the focus', async () => {
  const { rerender } = await show({ rows: fruit(20) });
  await press('j');
  await press('j');
  await press('j');
  expect(focusedText()).toContain('Fruit 2');
  await rerender({ rows: fruit(20).filter(({ id }) => id !== 'f2') });
  expect(focusedText()).toContain('Fruit 3');
  await rerender({ rows: fruit(2) });
  expect(focusedText(), 'the last one').toContain('Fruit 1');
  const field = document.body.appendChild(document.createElement('input'));
  field.focus();
  await rerender({ rows: fruit(1) });
  expect(document.activeElement, 'what has the focus elsewhere keeps it').toBe(field);
  field.remove();
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

test('keys of a selection act when all rows are selected and none is the current one', async () => {
  const [rerun, edit] = [vi.fn(), vi.fn()];
  const { selectedIds } = await show({ rows: fruit(3), actions: { r: rerun, e: edit }, selectionKeys: ['r'] });
  await press('r'); // nothing is selected yet
  await press('a', { ctrlKey: true });
  expect(selectedIds()).toEqual(['f0', 'f1', 'f2']);
  for (const key of ['e', 'r']) await press(key); // e is of one row
  expect(edit).not.toHaveBeenCalled();
  expect(rerun.mock.calls.map(([row]) => row.id)).toEqual(['f0']);
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

/** A table whose columns can be arranged, and the layout that it asked for last. */
async function arrange(text: string) {
  const onLayout = vi.fn<(layout: TableLayout | undefined) => void>();
  const layout = readLayout(text, columns);
  const { host } = await show({ rows: fruit(3), layout, onLayout, order: 'weight desc', onOrder: () => {} });
  const asked = () => {
    const [next] = onLayout.mock.lastCall ?? [];
    return next === undefined ? '' : writeLayout(next, columns);
  };
  return { host, asked, onLayout };
}

const headerNames = (host: HTMLElement) =>
  [...host.querySelectorAll('th[aria-label]')].map((cell) => cell.getAttribute('aria-label'));

test('a layout decides order, width and what is shown, and a pinned column comes first', async () => {
  const { host } = await arrange('weight:120:pin,name');
  expect(headerNames(host)).toEqual(['Weight', 'Name']);
  expect(host.querySelector('table')?.style.getPropertyValue('--columns')).toBe('24px 120px 10rem');
  const [, weight, name] = host.querySelectorAll<HTMLElement>('tbody tr:first-child td');
  expect(weight?.style.left).toBe('var(--pinned-0)');
  expect(host.querySelector('table')?.style.getPropertyValue('--pinned-0')).toBe('36px');
  expect(name?.style.left).toBe('');
});

test('cells stand below their header when a pinned column was moved before others', async () => {
  const { host } = await arrange('name,weight:120:pin');
  expect(headerNames(host)).toEqual(['Weight', 'Name']);
  expect(host.querySelector('table')?.style.getPropertyValue('--columns')).toBe('24px 120px 10rem');
  const [, weight, name] = host.querySelectorAll<HTMLElement>('tbody tr:first-child td');
  expect([weight?.textContent, name?.textContent]).toEqual(['0', 'Fruit 0']);
});

test('hidden columns are not shown', async () => {
  const { host } = await arrange('weight:hide');
  expect(headerNames(host)).toEqual(['Name']);
  expect(host.querySelectorAll('tbody tr:first-child td')).toHaveLength(2);
});

test('Left and Right on the edge of a header resize its column within bounds', async () => {
  const { host, asked } = await arrange('weight:120');
  const edge = host.querySelector<HTMLElement>('[role=separator][aria-label="Width of Weight"]');
  expect(edge?.getAttribute('aria-valuenow')).toBe('120');
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(DOMRect.fromRect({ width: 120 }));
  await act(async () => edge?.focus());
  await press('ArrowRight');
  expect(asked()).toBe('weight:136');
  await press('ArrowLeft', { shiftKey: true });
  expect(asked()).toBe('weight:56');
  await press('Home');
  expect(asked()).toBe('weight:48');
  expect(document.activeElement).toBe(edge);
});

/** Presses, moves and releases a mouse on the screen, where everything is 200 pixels wide and columns stand side by side. */
function layOut() {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const place = [...document.querySelectorAll('[data-track]')].indexOf(this);
    return DOMRect.fromRect({ x: Math.max(0, place) * 200, width: 200 });
  });
}
const mouse = (type: string, clientX: number, element: Element | null = document.body) =>
  act(async () => {
    element?.dispatchEvent(new PointerEvent(type, { clientX, pointerId: 1, bubbles: true, cancelable: true }));
  });
const tracks = (host: HTMLElement) => host.querySelector('table')?.style.getPropertyValue('--columns');

test('a drag of the edge shows the width, and keeps it when it ends', async () => {
  const { host, asked, onLayout } = await arrange('');
  layOut();
  const edge = host.querySelector('[role=separator][aria-label="Width of Weight"]');
  await mouse('pointerdown', 500, edge);
  await mouse('pointermove', 540);
  expect(tracks(host)).toBe('24px 10rem 240px');
  expect(onLayout).not.toHaveBeenCalled();
  await mouse('pointerup', 550);
  expect(asked()).toBe('weight:250');
  await mouse('pointermove', 600);
  expect(onLayout).toHaveBeenCalledTimes(1);

  onLayout.mockClear();
  await mouse('pointerdown', 500, edge);
  await mouse('pointerup', 500);
  expect(onLayout, 'a press without a move').not.toHaveBeenCalled();
});

test('Escape ends a drag of the edge without a change', async () => {
  const { host, onLayout } = await arrange('');
  layOut();
  await mouse('pointerdown', 500, host.querySelector('[role=separator][aria-label="Width of Weight"]'));
  await mouse('pointermove', 540);
  await press('Escape');
  expect(tracks(host)).toBe('24px 10rem 5rem');
  await mouse('pointerup', 550);
  expect(onLayout).not.toHaveBeenCalled();
});

test('a header is dragged past another one, without sorting', async () => {
  const onOrder = vi.fn();
  const onLayout = vi.fn<(layout: TableLayout | undefined) => void>();
  const { host } = await show({ rows: fruit(3), layout: readLayout('', columns), onLayout, onOrder });
  layOut();
  const weight = host.querySelector('th[aria-label=Weight] button');
  const release = (clientX: number) =>
    act(async () => {
      document.body.dispatchEvent(new PointerEvent('pointerup', { clientX, pointerId: 1, bubbles: true }));
      weight?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    });
  await mouse('pointerdown', 300, weight);
  await mouse('pointermove', 297);
  await release(297);
  expect(onLayout, 'a press that hardly moves is a click').not.toHaveBeenCalled();
  expect(onOrder).toHaveBeenCalledWith('weight desc');
  onOrder.mockClear();
  await mouse('pointerdown', 300, weight);
  await mouse('pointermove', 50);
  expect(host.querySelector('th[aria-label=Name]')?.className).toContain('shadow-[-2px');
  await release(50);
  expect(onLayout.mock.lastCall?.[0]?.order).toEqual(['weight', 'name']);
  expect(onOrder).not.toHaveBeenCalled();
});

test('without a way to keep a layout, columns cannot be arranged', async () => {
  const { host } = await show({ rows: fruit(3) });
  expect(host.querySelector('[role=separator]')).toBeNull();
  expect(host.querySelector('[data-column-menu]')).toBeNull();
});

test.each([
  ['weight asc', 'weight desc'],
  [undefined, 'weight desc'],
])('under the order %s, choosing a header leads to %s', async (order, next) => {
  const onOrder = vi.fn();
  const { host } = await show({ rows: fruit(3), onOrder, ...(order === undefined ? {} : { order }) });
  const [, , weight] = host.querySelectorAll('[role=columnheader]');
  await act(async () => weight?.querySelector('button')?.click());
  expect(onOrder).toHaveBeenCalledWith(next);
});

test('a pinned column is shown however little space there is', async () => {
  const crowded = [
    ...columns,
    { id: 'wide', header: 'Wide', width: '80rem', cell: () => 'wide' },
    { id: 'colour', header: 'Colour', width: '10rem', dropOrder: 1, cell: () => 'green' },
  ];
  const shownBy = async (text: string) => {
    const { host, end } = await show({
      rows: fruit(1),
      columns: crowded,
      layout: readLayout(text, crowded),
      onLayout: () => {},
    });
    const names = headerNames(host);
    end();
    return names;
  };
  expect(await shownBy('')).not.toContain('Colour');
  expect(await shownBy('colour:pin')).toContain('Colour');
});
