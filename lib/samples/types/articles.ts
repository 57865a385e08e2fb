import { draw } from './draw.ts';

const groups = ['chairs', 'tables', 'lamps', 'shelves'];
const articlesPerGroup = 10;

/** Some articles of a supplier. Their ids consist of season, supplier and group. */
export function articlesOf(season: string, supplier: string) {
  return groups.flatMap((group) =>
    Array.from({ length: articlesPerGroup }, (_, index) => {
      const sku = `${group.slice(0, 2).toUpperCase()}-${String(index + 1).padStart(4, '0')}`;
      const lot = draw(`${supplier}${sku}`);
      return {
        id: `${season}/${supplier}/${group}/${sku}`,
        sku,
        price: Math.round(lot * 90_000) / 100 + 9,
        grams: 300 + Math.round(lot * 40_000),
        isInStock: lot > 0.2,
      };
    }),
  );
}
