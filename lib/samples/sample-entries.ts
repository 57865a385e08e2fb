import type { StateInput } from '#contract';

/** Entries that show uses of stores: records of customers and orders, a catalogue, settings, and a cache. */
export function sampleEntries(now: Date): { storeName: string; entries: StateInput[] }[] {
  const tags = { sample: 'true' };
  const day = (offset: number) => new Date(now.getTime() + offset * 86_400_000).toISOString().slice(0, 10);
  const customers = [
    { id: '42', name: 'Ada Lovelace', city: 'London' },
    { id: '43', name: 'Grace Hopper', city: 'New York' },
    { id: '44', name: 'Zoë Ångström', city: 'Göteborg' },
  ];
  return [
    {
      storeName: 'sample.shop',
      entries: [
        ...customers.map(({ id, name, city }) => ({
          id: `customers/${id}/profile`,
          value: { name, address: { city, street: '12 Example Street' }, card: '4111 1111 1111 1111' },
          tags: { ...tags, customer: id },
          sensitive: ['/card'],
        })),
        ...customers.flatMap(({ id }, place) =>
          [0, 1].map((nth) => ({
            id: `customers/${id}/orders/${day(-place - nth)}`,
            value: {
              total: 49.5 + place * 100 + nth,
              currency: 'EUR',
              lines: [{ sku: 'LAMP-BRASS', quantity: nth + 1 }],
            },
            tags: { ...tags, customer: id },
          })),
        ),
        { id: 'catalogue/CHAIR-OAK', value: { price: 249, stock: 12 }, tags },
        { id: 'catalogue/TABLE-OAK', value: { price: 899, stock: 2 }, tags },
        { id: 'catalogue/LAMP-BRASS', value: { price: 49.5, stock: 140 }, tags },
        { id: 'counters/next-order', value: 9_007_199_254_740_993n, tags },
        { id: `reports/${day(0)}.csv`, value: { note: 'Drop a file on the Blob tab.' }, hasBlob: true, tags },
      ],
    },
    {
      storeName: 'sample.sessions',
      entries: customers.map(({ id, name }) => ({
        id: `cart:${id}`,
        value: { for: name, items: [{ sku: 'CHAIR-OAK', quantity: 4 }] },
        ttlInSeconds: 86_400,
        tags,
      })),
    },
  ];
}
