import { isJsonObject, type JsonValue, secretReference } from '#contract';

/** Every secret name that a value refers to, each once. */
export function secretReferences(value: JsonValue): string[] {
  const names = new Set<string>();
  const visit = (part: JsonValue): void => {
    const name = secretReference(part);
    if (name !== undefined) names.add(name);
    else if (Array.isArray(part)) part.forEach(visit);
    else if (isJsonObject(part)) Object.values(part).forEach(visit);
  };
  visit(value);
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
