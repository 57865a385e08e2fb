import type { JsonValue } from '#contract';
import { NonRetryableError } from '../definition/failures.ts';

/** A reference to a secret that a handler gives to a child. */
export type ChildSecret = { readonly $secret: string };

/** References that handlers made. Data that others gave can look like one, and is none of them. */
const made = new WeakSet<object>();

/** Makes a reference for the input of a child. Throws a `NonRetryableError` unless the type says that it passes it on. */
export function childSecret(
  { type, childSecrets = [] }: { type: string; childSecrets?: readonly string[] },
  name: string,
): ChildSecret {
  if (!childSecrets.includes(name))
    throw new NonRetryableError(`"${type}" does not name ${JSON.stringify(name)} in its childSecrets`);
  const reference = Object.freeze({ $secret: name });
  made.add(reference);
  return reference;
}

/** Returns the names of the references in an input that `childSecret` made. Copies of them are data like any other. */
export function childSecretsIn(input: JsonValue | object | undefined): Set<string> {
  const names = new Set<string>();
  const seen = new Set<object>();
  const open: unknown[] = [input];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    if (made.has(value) && '$secret' in value) names.add(String(value.$secret));
    else for (const part of Object.values(value)) open.push(part);
  }
  return names;
}
