type AbsentKeys<T> = { [K in keyof T]: null extends T[K] ? K : undefined extends T[K] ? K : never }[keyof T];

/** `T` without nulls: members that could be null or undefined are optional. */
export type Present<T> = { [K in Exclude<keyof T, AbsentKeys<T>>]: T[K] } & {
  [K in AbsentKeys<T>]?: NonNullable<T[K]>;
};

/** Returns a copy without members that are null or undefined: SQL's nulls are the contract's absent members. */
export function omitAbsent<T extends object>(record: T): Present<T> {
  const present: { [K in keyof T]?: T[K] } = {};
  for (const name in record) {
    const value = record[name];
    if (value !== null && value !== undefined) present[name] = value;
  }
  return trustPresent(present);
}

/** `omitAbsent` has removed all nulls, which TypeScript cannot infer. */
function trustPresent<T>(filtered: object): Present<T> {
  return filtered as Present<T>;
}
