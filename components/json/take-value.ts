import { type JsonObject, parseJson, stringifyJson } from '#contract';

/** An object's member `value` as a text laid out over lines, and the rest of the object as JSON text. */
export type TakenValue = { rest: string; value: string | undefined };

/** Takes the member `value` out of the text of a JSON object. Throws `SyntaxError` for a text that is none. */
export function takeValue(text: string): TakenValue {
  const { value, ...rest }: JsonObject = { ...Object(parseJson(text)) };
  return { rest: stringifyJson(rest), value: value === undefined ? undefined : stringifyJson(value, 2) };
}
