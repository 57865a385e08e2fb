import type { FilterDefinition } from './definition.ts';

const units: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const boundPattern = /^([<>])(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h|d)$/i;

/** A bound as a filter has it, exact and in the largest unit that needs at most one decimal: `1.5s`, `90m`, `700ms`. */
export function boundText(milliseconds: number): string {
  const [unit, length] = Object.entries(units).findLast(
    ([, length]) => milliseconds >= length && Number.isInteger((milliseconds * 10) / length),
  ) ?? ['ms', 1];
  return `${milliseconds / length}${unit}`;
}

/** A filter of durations over two bounds of the service. `>1s`: one second or longer; `<500ms`: shorter. */
export function durationFilter(
  kind: Pick<FilterDefinition, 'key' | 'label' | 'about' | 'example'> & { minimum: string; maximum: string },
): FilterDefinition {
  const { minimum, maximum, ...rest } = kind;
  return {
    ...rest,
    isMany: false,
    suggestions: ['>1s', '>10s', '>1m', '<1s'],
    read: (value) => {
      const [, operator, amount, unit = ''] = boundPattern.exec(value) ?? [];
      if (operator === undefined) return { problem: `“${value}” is not a bound; write >5s or <500ms` };
      const milliseconds = Math.round(Number(amount) * (units[unit.toLowerCase()] ?? 0));
      return { fields: { [operator === '>' ? minimum : maximum]: String(milliseconds) } };
    },
  };
}
