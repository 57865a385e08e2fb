import { isJsonObject, type JsonValue, secretReference, Turn } from '#contract';

/** Every secret name that a value refers to, each once. Others have their turn while it looks through a large value. */
export async function secretReferences(value: JsonValue): Promise<string[]> {
  const names = new Set<string>();
  const turn = new Turn();
  const open = [value];
  const enter = (part: JsonValue | undefined) => {
    if (typeof part === 'object' && part !== null) open.push(part);
  };
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (turn.isOver()) await turn.next();
    const name = secretReference(part);
    if (name !== undefined) names.add(name);
    if (Array.isArray(part)) {
      for (let at = part.length - 1; at >= 0; at -= 1) enter(part[at]);
    } else if (isJsonObject(part)) {
      for (const member of Object.keys(part).reverse()) enter(part[member]);
    }
  }
  return [...names];
}

/** A copy in which each reference is the value of its name; parts without one are shared with the original. */
export function replaceSecretReferences(
  value: JsonValue,
  secrets: readonly { name: string; value: string }[],
): JsonValue {
  return replaceNamed(value, new Map(secrets.map((secret) => [secret.name, secret.value])));
}

function replaceNamed(value: JsonValue, values: ReadonlyMap<string, string>): JsonValue {
  const name = secretReference(value);
  if (name !== undefined) return values.get(name) ?? value;
  if (Array.isArray(value)) return value.map((item) => replaceNamed(item, values));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([member, part]) => [member, replaceNamed(part, values)]));
}
