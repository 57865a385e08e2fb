import { visibleText } from '#contract';

/** Text that is HTML already. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | bigint | undefined | readonly Part[];

/**
 * Makes HTML. Every value in it is escaped, for elements and for attributes in double quotes, and what cannot be seen in it
 * is written out.
 */
export function html(strings: TemplateStringsArray, ...values: readonly Part[]): Html {
  return new Html(strings.map((text, index) => text + write(values[index])).join(''));
}

function write(value: Part): string {
  if (value === undefined) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(write).join('');
  return visibleText(String(value)).replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
