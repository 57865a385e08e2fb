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

/** A text that tells a thrown value: itself, its JSON, or its kind when JSON tells nothing of it. */
export function textOfThrown(thrown: unknown): string {
  if (typeof thrown === 'string') return thrown;
  try {
    const text = JSON.stringify(thrown) ?? String(thrown);
    return text === '{}' ? kindOf(Object(thrown)) : text;
  } catch {
    // JSON knows no such value
  }
  try {
    return String(thrown);
  } catch {
    return 'a value that cannot be read';
  }
}

/** What an object is, such as `a Response`. An object without a class is `{}`. */
function kindOf(thrown: object): string {
  const tag = Object.prototype.toString.call(thrown).slice(8, -1);
  const kind = tag === 'Object' ? (thrown.constructor?.name ?? tag) : tag;
  return kind === 'Object' ? '{}' : `a value of the class ${kind}`;
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
