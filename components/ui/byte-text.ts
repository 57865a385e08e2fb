const units = [
  ['B', 1],
  ['KiB', 1024],
  ['MiB', 1024 ** 2],
  ['GiB', 1024 ** 3],
  ['TiB', 1024 ** 4],
] as const;

/** Bytes as people write them: `500 MiB`, `2gib`, `1024`; `undefined` for others and for none. */
export function readBytes(text: string): number | undefined {
  const [, amount, unit = 'B'] = /^(\d{1,16})\s*(b|kib|mib|gib|tib)?$/i.exec(text.trim()) ?? [];
  const [, size = Number.NaN] = units.find(([name]) => name.toLowerCase() === unit.toLowerCase()) ?? [];
  const bytes = Number(amount) * size;
  return Number.isSafeInteger(bytes) && bytes >= 1 ? bytes : undefined;
}

/** Bytes as `readBytes` takes them, exact: in the largest unit that they are a whole number of. */
export function writeBytes(bytes: number): string {
  const [unit, size] = units.findLast(([, size]) => bytes % size === 0) ?? units[0];
  return `${bytes / size} ${unit}`;
}
