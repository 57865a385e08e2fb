import { type JsonValue, replaceInTurns, secretReference, walkInTurns } from '#contract';

/** Every secret name that a value refers to, each once. Others have their turn while it looks through a large value. */
export async function secretReferences(value: JsonValue): Promise<string[]> {
  const names = new Set<string>();
  await walkInTurns(value, (part) => {
    const name = secretReference(part);
    if (name !== undefined) names.add(name);
    return name === undefined;
  });
  return [...names];
}

/**
 * Returns the names that a value refers to and that are not among the usable ones, each once with the pointer of its
 * first reference: at most `maximum` of them.
 */
export async function unusableReferences(
  value: JsonValue,
  usable: ReadonlySet<string>,
  maximum: number,
): Promise<{ name: string; pointer: string }[]> {
  const found = new Map<string, string>();
  await walkInTurns(value, (part, pointer) => {
    const name = secretReference(part);
    const isNew = name !== undefined && !usable.has(name) && !found.has(name);
    if (isNew && found.size < maximum) found.set(name, pointer());
    return name === undefined && found.size < maximum;
  });
  return [...found].map(([name, pointer]) => ({ name, pointer }));
}

/** How many characters the values of the references in a value have together: a name can be referred to many times. */
export async function lengthOfSecrets(
  value: JsonValue,
  secrets: readonly { name: string; value: string }[],
): Promise<number> {
  const lengths = new Map(secrets.map((secret) => [secret.name, secret.value.length]));
  let length = 0;
  await walkInTurns(value, (part) => {
    const name = secretReference(part);
    length += lengths.get(name ?? '') ?? 0;
    return name === undefined;
  });
  return length;
}

/** A copy in which each reference is the value of its name. Others have their turn while it copies a large value. */
export function replaceSecretReferences(
  value: JsonValue,
  secrets: readonly { name: string; value: string }[],
): Promise<JsonValue> {
  const values = new Map(secrets.map((secret) => [secret.name, secret.value]));
  return replaceInTurns(value, (part) => values.get(secretReference(part) ?? ''));
}
