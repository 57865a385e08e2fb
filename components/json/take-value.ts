import { endOfValue, skipJsonSpace } from './json-spans.ts';
import { layOutJson } from './lay-out-json.ts';

/** An object's member `value` as a text laid out over lines, and the rest of the object as JSON text. */
export type TakenValue = { rest: string; value: string | undefined };

/**
 * Takes the member `value` out of the text of a JSON object, without parsing it. Throws `SyntaxError` for a text that is no
 * object, or that ends too early.
 */
export function takeValue(text: string): TakenValue {
  const start = skipJsonSpace(text, 0);
  if (text[start] !== '{') throw new SyntaxError('The text is no JSON object.');
  const others: string[] = [];
  let value: string | undefined;
  for (let at = skipJsonSpace(text, start + 1); text[at] !== '}'; ) {
    const nameEnd = endOfValue(text, at);
    const valueAt = skipJsonSpace(text, skipJsonSpace(text, nameEnd) + 1); // behind the colon
    const end = endOfValue(text, valueAt);
    if (JSON.parse(text.slice(at, nameEnd)) === 'value') value = layOutJson(text.slice(valueAt, end));
    else others.push(text.slice(at, end));
    at = skipJsonSpace(text, end);
    if (text[at] === ',') at = skipJsonSpace(text, at + 1);
  }
  return { rest: `{${others.join(',')}}`, value };
}
