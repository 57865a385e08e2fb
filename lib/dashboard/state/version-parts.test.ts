import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bytesPerCall, entriesPerCall, versionParts } from './version-parts.ts';

const entry = (id: string, valueBytes: number) => ({ id, version: 1, valueBytes });

it('begins a part where another entry would make it too large', () => {
  const half = bytesPerCall / 2;
  expect(versionParts([entry('a', half), entry('b', half), entry('c', 1)])).toEqual([
    [
      { id: 'a', version: 1 },
      { id: 'b', version: 1 },
    ],
    [{ id: 'c', version: 1 }],
  ]);
  expect(versionParts([])).toEqual([]);
});

it('loses none, keeps their order, and makes parts that are small enough, or of one entry', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: bytesPerCall + 1 }), { maxLength: 120 }), (sizes) => {
      const parts = versionParts(sizes.map((size, index) => entry(String(index), size)));
      expect(parts.flat().map(({ id }) => id)).toEqual(sizes.map((_, index) => String(index)));
      for (const part of parts) {
        expect(part.length).toBeLessThanOrEqual(entriesPerCall);
        const bytes = part.reduce((sum, { id }) => sum + (sizes[Number(id)] ?? 0), 0);
        if (part.length > 1) expect(bytes).toBeLessThanOrEqual(bytesPerCall);
      }
    }),
  );
});

it('makes no more parts than it must', () => {
  expect(
    versionParts(Array.from({ length: 51 }, (_, index) => entry(String(index), 1))).map((part) => part.length),
  ).toEqual([25, 25, 1]);
});
