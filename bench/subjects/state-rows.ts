/** A value of about 200 bytes, different for each number. */
export function orderOf(n: number) {
  return {
    customer: `Customer number ${n}`,
    status: n % 3 === 0 ? 'shipped' : 'charged',
    amount: n * 1.25,
    items: [{ sku: `CHAIR-${n % 97}`, quantity: 1 + (n % 5) }],
    address: { street: `Oak street ${n % 1000}`, city: 'Graz', postcode: '8010' },
  };
}

/** An id two levels below its root: ten regions with ten shops each. */
export function idOf(n: number): string {
  return `region-${n % 10}/shop-${Math.floor(n / 10) % 10}/order-${String(n).padStart(8, '0')}`;
}

export const bulkEntries = 1_000;
export const transactionEntries = 100;
export const pageEntries = 100;
