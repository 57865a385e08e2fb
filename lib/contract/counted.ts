import { numberText } from './number-text.ts';

/** A number with what it counts: `1 task`, `1,200 tasks`. `many` where the plural is not the word with an s. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${numberText(count)} ${count === 1 ? one : many}`;
}
