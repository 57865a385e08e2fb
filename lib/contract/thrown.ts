/** More causes of one error are not looked at: a chain can have no end. */
const mostCauses = 100;

/**
 * Whether a thrown value is an error. What code of others throws can be any value: one whose parts throw when they are read,
 * have other types than an error's, or refer to each other in a circle.
 */
export function isThrownError(thrown: unknown): thrown is Error {
  try {
    return thrown instanceof Error;
  } catch {
    return false;
  }
}

/** A part of a thrown value. `undefined` where reading it throws. */
export function partOf(thrown: object, name: 'name' | 'message' | 'stack' | 'code' | 'cause' | 'errors'): unknown {
  try {
    return Reflect.get(thrown, name);
  } catch {
    return undefined;
  }
}

/** A text that tells a thrown value: itself, or its JSON. */
export function textOfThrown(thrown: unknown): string {
  if (typeof thrown === 'string') return thrown;
  try {
    return JSON.stringify(thrown) ?? String(thrown);
  } catch {
    // JSON knows no such value
  }
  try {
    return String(thrown);
  } catch {
    return 'a value that cannot be read was thrown';
  }
}

/** A thrown value, its cause, the cause of that, and so on, each once. */
export function causeChain(thrown: unknown): unknown[] {
  const chain = new Set([thrown]);
  for (let last = thrown; isThrownError(last) && chain.size < mostCauses; ) {
    last = partOf(last, 'cause');
    if (last === undefined || chain.has(last)) break;
    chain.add(last);
  }
  return [...chain];
}
