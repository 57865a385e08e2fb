type Bindable = (first: never, ...rest: never[]) => unknown;

type Bound<Functions extends Record<string, Bindable>> = {
  [Name in keyof Functions]: Functions[Name] extends (first: never, ...rest: infer Rest) => infer Result
    ? (...rest: Rest) => Result
    : never;
};

/**
 * Returns the functions with their first argument bound. A room's public object is made this way from its functions.
 */
export function bindFirst<First, Functions extends Record<string, (first: First, ...rest: never[]) => unknown>>(
  first: First,
  functions: Functions,
): Bound<Functions> {
  const bound = Object.entries(functions).map(([name, each]) => [name, (...rest: never[]) => each(first, ...rest)]);
  return trustBound<Functions>(Object.fromEntries(bound));
}

/** Each function keeps its name, so the types agree. */
function trustBound<Functions extends Record<string, Bindable>>(bound: object): Bound<Functions> {
  return bound as Bound<Functions>;
}
