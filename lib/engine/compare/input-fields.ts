import { isJsonObject, isRedactedMarker, type JsonScalar, type JsonValue, pointerPart, stringifyJson } from '#contract';

/** Takes the scalar values of an input, by their place in it. */
export type FieldSink = {
  /** The place of a member, or of all items of a list (`*`). Without one, what is there takes no part. */
  member(part: string, nameOf: (field: string, part: string) => string): FieldSink | undefined;
  add(value: JsonScalar): void;
};

const deepest = 6;
const longestText = 200;
const mostItems = 50;

/** Tells the scalar values of an input. Long texts and hidden values take no part. */
export function tellInput(value: JsonValue, to: FieldSink, depth = 0): void {
  if (Array.isArray(value)) {
    const items = depth === deepest ? undefined : to.member('*', memberName);
    if (items !== undefined) for (const item of value.slice(0, mostItems)) tellInput(item, items, depth + 1);
  } else if (isJsonObject(value)) {
    if (depth === deepest || isRedactedMarker(value)) return;
    for (const name in value) {
      const [member, part] = [to.member(name, memberName), value[name]];
      if (member !== undefined && part !== undefined) tellInput(part, member, depth + 1);
    }
  } else if (typeof value !== 'string' || value.length <= longestText) to.add(value);
}

function memberName(field: string, part: string): string {
  return `${field}/${pointerPart(part)}`;
}

/** The scalar values of an input as JSON texts, by their JSON Pointer. */
export function inputFields(input: JsonValue | undefined): Map<string, Set<string>> {
  const fields = new Map<string, Set<string>>();
  const at = (field: string): FieldSink => ({
    member: (part, nameOf) => at(nameOf(field, part)),
    add(value) {
      const texts = fields.get(field) ?? new Set();
      fields.set(field, texts.add(stringifyJson(value)));
    },
  });
  if (input !== undefined) tellInput(input, at(''));
  return fields;
}
