import { numberText, type Range } from '#contract';

/** The numbers that a field takes, in words: `1 to 10,000`. */
export function rangeWords({ least, most }: Range): string {
  return `${numberText(least)} to ${numberText(most)}`;
}

/** Reads a whole number within a range; `undefined` for others. */
export function readWhole(text: string, range: Range): number | undefined {
  const trimmed = text.trim();
  return /^-?\d{1,16}$/.test(trimmed) && isWithin(Number(trimmed), range) ? Number(trimmed) : undefined;
}

/** Reads a decimal number within a range; `undefined` for others. */
export function readDecimal(text: string, range: Range): number | undefined {
  const trimmed = text.trim();
  return /^-?\d{1,16}(\.\d{1,6})?$/.test(trimmed) && isWithin(Number(trimmed), range) ? Number(trimmed) : undefined;
}

/** Whether a number is one of a range. */
export function isWithin(value: number, { least, most }: Range): boolean {
  return value >= least && value <= most;
}
