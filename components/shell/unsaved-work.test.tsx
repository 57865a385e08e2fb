// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';
import { DataTable } from '@/components/table/data-table.tsx';
import { selectionOf } from '@/components/table/selection.ts';
import { draw } from '@/components/testing/draw.ts';
import { useUnloadGuard } from '@/components/ui/use-unload-guard.ts';
import { hasUnsavedWork } from './unsaved-work.ts';

type Row = { id: string };
const rows: Row[] = [{ id: 'a' }, { id: 'b' }];
const rowId = ({ id }: Row) => id;

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => setTimeout(run, 0));
});

function Guarded() {
  useUnloadGuard(true);
  return null;
}

function Table({ selected }: { selected: readonly string[] }) {
  return (
    <DataTable
      label="rows"
      columns={[{ id: 'id', header: 'Id', width: '6rem', cell: rowId }]}
      rows={rows}
      rowId={rowId}
      rowLabel={rowId}
      totalCount={2}
      selection={selectionOf(selected, new Map(), { rows, rowId })}
      onSelection={() => {}}
      empty={null}
    />
  );
}

it('counts rows that are selected, until none is', async () => {
  const { redraw } = await draw(<Table selected={[]} />);
  expect(hasUnsavedWork()).toBe(false);
  await redraw(<Table selected={['b']} />);
  expect(hasUnsavedWork()).toBe(true);
  await redraw(<Table selected={[]} />);
  expect(hasUnsavedWork()).toBe(false);
});

it('counts what is guarded, open dialogs, and the field that is in use', async () => {
  const { redraw } = await draw(<Guarded />);
  expect(hasUnsavedWork()).toBe(true);
  await redraw(<div role="dialog" />);
  expect(hasUnsavedWork()).toBe(true);
  await redraw(<input />);
  expect(hasUnsavedWork()).toBe(false);
  document.querySelector('input')?.focus();
  expect(hasUnsavedWork()).toBe(true);
  await redraw(<input key="box" type="checkbox" />);
  document.querySelector('input')?.focus();
  expect(hasUnsavedWork(), 'a box that was ticked').toBe(false);
});
