import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  columnsParam,
  dropPlace,
  moveColumn,
  namingColumn,
  neighbourOf,
  placeBeside,
  readLayout,
  type TableLayout,
  withColumn,
  withoutColumn,
  writeLayout,
} from './table-layout.ts';

const columns = [
  { id: 'status', card: 'end' },
  { id: 'task', card: 'title' },
  { id: 'queue' },
  { id: 'created' },
  { id: 'ended' },
];
const ids = columns.map(({ id }) => id);
const asTheTableHasIt: TableLayout = { order: ids, sizes: {}, pinned: [], visibility: {} };

test('a text without columns is the own layout of the table', () => {
  expect(readLayout('', columns)).toEqual(asTheTableHasIt);
  expect(writeLayout(asTheTableHasIt, columns)).toBe('');
});

test('widths, pins and visibility are read by column', () => {
  expect(readLayout('task:320:pin,ended:hide,queue:show', columns)).toEqual({
    order: ['status', 'task', 'ended', 'queue', 'created'],
    sizes: { task: 320 },
    pinned: ['task'],
    visibility: { ended: false, queue: true },
  });
});

test.each([
  ['unknown columns', 'nothing:120:pin,__proto__:120,constructor:hide'],
  ['unknown words and numbers that are no widths', 'queue:-5:1e3:12.5:99999:wide'],
  ['hiding the column that names the row', 'task:hide'],
  ['empty parts', ',,::,'],
])('%s are ignored', (_, text) => {
  expect(readLayout(text, columns)).toEqual(asTheTableHasIt);
});

test('the first mention of a column counts', () => {
  expect(readLayout('queue:200,queue:300:hide', columns)).toEqual({ ...asTheTableHasIt, sizes: { queue: 200 } });
});

test.each([
  ['queue:1', 48],
  ['queue:5000', 960],
])('the width of %s is brought into bounds', (text, width) => {
  expect(readLayout(text, columns).sizes).toEqual({ queue: width });
});

test('columns that a text does not name follow the one that they follow in the table', () => {
  expect(readLayout('ended,status', columns).order).toEqual(['ended', 'status', 'task', 'queue', 'created']);
  expect(readLayout('created,task', columns).order).toEqual(['status', 'created', 'ended', 'task', 'queue']);
});

test('only what differs is written while the order is that of the table', () => {
  expect(writeLayout({ ...asTheTableHasIt, sizes: { queue: 200 }, visibility: { ended: false } }, columns)).toBe(
    'queue:200,ended:hide',
  );
  expect(writeLayout({ ...asTheTableHasIt, order: ['task', 'status', 'queue', 'created', 'ended'] }, columns)).toBe(
    'task,status,queue,created,ended',
  );
});

const anyLayout: fc.Arbitrary<TableLayout> = fc.record({
  order: fc.shuffledSubarray(ids, { minLength: ids.length }),
  sizes: fc.dictionary(fc.constantFrom(...ids), fc.integer({ min: 48, max: 960 })),
  pinned: fc.subarray(ids),
  visibility: fc.dictionary(fc.constantFrom('status', 'queue', 'created', 'ended'), fc.boolean()),
});

test('a layout that was written is read as it was', () => {
  fc.assert(
    fc.property(anyLayout, (layout) => {
      const read = readLayout(writeLayout(layout, columns), columns);
      expect({ ...read, pinned: read.pinned.toSorted() }).toEqual({
        order: layout.order,
        sizes: { ...layout.sizes },
        pinned: layout.pinned.toSorted(),
        visibility: { ...layout.visibility },
      });
    }),
  );
});

test('whatever a text says, every column has exactly one place', () => {
  const word = fc.oneof(fc.constantFrom(...ids, 'pin', 'hide', 'show', ':', ',', '120'), fc.string());
  fc.assert(
    fc.property(fc.array(word), (words) => {
      expect(readLayout(words.join(''), columns).order.toSorted()).toEqual(ids.toSorted());
    }),
  );
});

test('a column moves past the next one that is shown', () => {
  const shown = ['status', 'task', 'created'];
  expect(moveColumn(asTheTableHasIt, shown, 'task', 'right')).toEqual(['status', 'queue', 'created', 'task', 'ended']);
  expect(moveColumn(asTheTableHasIt, shown, 'created', 'left')).toEqual([
    'status',
    'created',
    'task',
    'queue',
    'ended',
  ]);
  expect(moveColumn(asTheTableHasIt, shown, 'status', 'left')).toEqual(ids);
});

test('pinned columns and the others have neighbours of their own kind', () => {
  const layout = { ...asTheTableHasIt, pinned: ['task', 'ended'] };
  const shown = ['task', 'ended', 'status', 'queue', 'created'];
  expect(neighbourOf(layout, shown, 'task', 'right')).toBe('ended');
  expect(neighbourOf(layout, shown, 'ended', 'right')).toBeUndefined();
  expect(neighbourOf(layout, shown, 'status', 'left')).toBeUndefined();
});

test('the title of a card names the row, else the first column', () => {
  expect(namingColumn(columns)).toBe('task');
  expect(namingColumn([{ id: 'name' }, { id: 'queued' }])).toBe('name');
});

const places = [
  { id: 'a', left: 0, right: 100 },
  { id: 'b', left: 100, right: 200 },
  { id: 'c', left: 200, right: 300 },
];

test.each([
  ['a', -50, undefined],
  ['a', 149, undefined],
  ['a', 151, 'b,a,c'],
  ['a', 900, 'b,c,a'],
  ['b', 60, undefined],
  ['b', 40, 'b,a,c'],
  ['b', 260, 'a,c,b'],
  ['c', 140, 'a,c,b'],
  ['c', 10, 'c,a,b'],
])('the header of %s dropped at %i leads to %s', (id, x, order) => {
  const place = dropPlace(places, id, x);
  expect(place && placeBeside(['a', 'b', 'c'], id, place).join()).toBe(order);
});

test('a column that was added is always in the text, until it is removed', () => {
  const added = withColumn(asTheTableHasIt, 'input.total');
  const known = [...columns, { id: 'input.total', isAdded: true as const }];
  expect(writeLayout(added, columns), 'before the table has it').toBe('input.total:show');
  expect(readLayout('input.total:show', known)).toEqual(added);
  expect(readLayout('input.total', known), 'a link that only names it').toEqual(added);
  expect(writeLayout(readLayout('input.total:hide', known), known)).toBe('input.total:hide');
  expect(readLayout('input.total:80:pin', known).sizes).toEqual({ 'input.total': 80 });
  expect(withoutColumn(readLayout('input.total:80:pin', known), 'input.total')).toEqual(asTheTableHasIt);
  expect(writeLayout(withoutColumn(added, 'input.total'), known)).toBe('');
});

test('columns of an address that the table does not have are named', () => {
  const param = columnsParam(columns);
  for (const text of ['', 'task:320:pin,ended:hide']) expect(param.parse(text)).toBe(text);
  expect(param.parse('task,nope:show,other')).toBeNull();
  expect(param.problem('task,nope:show,other')).toBe('there is no column nope, other');
  expect(param.split('task:320:pin,nope:show,ended:hide,other')).toEqual({
    unknown: 'nope:show,other',
    rest: 'task:320:pin,ended:hide',
  });
});
