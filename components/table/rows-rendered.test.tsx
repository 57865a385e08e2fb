// @vitest-environment jsdom
import { act, useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { draw } from '@/components/testing/draw.ts';
import type { Column } from './column.ts';
import { DataTable } from './data-table.tsx';
import { nothingSelected, type Selection } from './selection.ts';

type Fruit = { id: string; weight: number };

const count = 20;
const rowId = ({ id }: Fruit) => id;
const rendered = vi.fn<(id: string) => void>();
const columns: Column<Fruit>[] = [
  {
    id: 'weight',
    header: 'Weight',
    width: '5rem',
    unsortable: 'not indexed',
    cell: ({ id, weight }) => {
      rendered(id);
      return weight;
    },
  },
];
const basket = Array.from({ length: count }, (_, index): Fruit => ({ id: `f${index}`, weight: index }));

beforeEach(() => {
  rendered.mockClear();
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  // jsdom lays nothing out: everything is as large as a screen
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 800 });
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, get: () => 1_200 });
});

function Page({ rows }: { rows: readonly Fruit[] }) {
  const [selection, setSelection] = useState<Selection<Fruit>>(nothingSelected);
  return (
    <DataTable
      label="Fruit"
      columns={columns}
      rows={rows}
      rowId={rowId}
      rowLabel={rowId}
      onOpen={() => {}}
      onMenu={() => {}}
      selection={selection}
      onSelection={setSelection}
    />
  );
}

test('a page that is rendered again renders only the rows that changed', async () => {
  const { host, redraw } = await draw(<Page rows={basket} />);
  expect(rendered.mock.calls.length).toBeGreaterThanOrEqual(count);

  rendered.mockClear();
  await redraw(<Page rows={[...basket]} />);
  expect(rendered, 'the same rows in another list').not.toHaveBeenCalled();

  await redraw(<Page rows={basket.with(3, { id: 'f3', weight: 300 })} />);
  expect(rendered.mock.calls).toEqual([['f3']]);

  rendered.mockClear();
  const checkbox = host.querySelector<HTMLInputElement>('[data-row="5"] input');
  await act(async () => checkbox?.click());
  expect(rendered.mock.calls, 'one is selected').toEqual([['f5']]);
  expect(checkbox?.checked).toBe(true);
});
