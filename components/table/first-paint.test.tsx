import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { KnownScreenProvider } from '@/components/ui/known-screen.tsx';
import type { KnownScreen } from '@/components/ui/screen-cookie.ts';
import type { Column } from './column.ts';
import { DataTable } from './data-table.tsx';

type Fruit = { id: string; name: string; weight: number };

const columns: Column<Fruit>[] = [
  { id: 'name', header: 'Name', width: '10rem', cell: ({ name }) => name },
  { id: 'weight', header: 'Weight', width: '5rem', dropOrder: 1, cell: ({ weight }) => weight },
];

/** What the server sends of a table of a hundred rows. */
function serve(screen: KnownScreen | undefined): string {
  const rows = Array.from({ length: 100 }, (_, index) => ({ id: `f${index}`, name: `Fruit ${index}`, weight: index }));
  return renderToStaticMarkup(
    <KnownScreenProvider screen={screen}>
      <DataTable label="Fruit" columns={columns} rows={rows} rowId={({ id }) => id} rowLabel={({ name }) => name} />
    </KnownScreenProvider>,
  );
}

const partsOf = (html: string) => ({
  rows: html.match(/data-row=/g)?.length,
  headers: [...html.matchAll(/data-track="(\w+)"/g)].map(([, id]) => id),
});

test('what the server sends leaves out the columns without room by the width of the table', () => {
  const html = serve(undefined);
  expect(partsOf(html)).toEqual({ rows: 30, headers: ['name', 'weight'] });
  const [, css = ''] = /<style>(.*)<\/style>/.exec(html) ?? [];
  const [, fit] = /data-fit="([^"]+)"/.exec(html) ?? [];
  const table = `[data-fit="${fit}"]`;
  expect(css).toBe(
    `@media (min-width:640px){@container (width<276px){${table} tr>:nth-child(2){display:none}` +
      `${table}{--columns:10rem!important;--least:184px!important;}}}`,
  );
});

test('where the room of the last page is known, only what it had room for is sent', () => {
  expect(partsOf(serve({ windowWidth: 1440, contentWidth: 276, contentHeight: 320 }))).toEqual({
    rows: 10,
    headers: ['name', 'weight'],
  });
  expect(partsOf(serve({ windowWidth: 1440, contentWidth: 275, contentHeight: 320 }))).toEqual({
    rows: 10,
    headers: ['name'],
  });
});

test('a card at phone width is higher, and has a place for every column', () => {
  expect(partsOf(serve({ windowWidth: 360, contentWidth: 200, contentHeight: 560 }))).toEqual({
    rows: 10,
    headers: ['name', 'weight'],
  });
});
