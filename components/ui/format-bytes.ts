const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

/** Bytes in the largest unit that leaves at least 1: `512 B`, `1.5 MiB`, `212 MiB`. */
export function formatBytes(bytes: number): string {
  let amount = Math.max(0, bytes);
  let unit = 0;
  while (amount >= 1024 && unit < units.length - 1) {
    amount /= 1024;
    unit++;
  }
  const digits = unit === 0 || amount >= 99.95 ? 0 : 1;
  return `${amount.toFixed(digits)} ${units[unit]}`;
}
