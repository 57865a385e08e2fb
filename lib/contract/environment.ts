/** Environment variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** An invalid configuration. The message names the variable, its value and the allowed values. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Returns a variable parsed by `parse`, or `undefined` when it is unset or empty. Throws `ConfigError` when it is
 * invalid.
 */
export function readVariable<Value>(
  environment: Environment,
  name: string,
  allowed: string,
  parse: (text: string) => Value | undefined,
): Value | undefined {
  return read(environment, name, parse, (text) => `is "${withoutUser(text)}"; allowed: ${allowed}`);
}

/** Same as `readVariable`, for secret values: the message contains the length instead of the value. */
export function readHiddenVariable<Value>(
  environment: Environment,
  name: string,
  allowed: string,
  parse: (text: string) => Value | undefined,
): Value | undefined {
  return read(
    environment,
    name,
    parse,
    ({ length }) => `(a value of ${length} characters) cannot be used; allowed: ${allowed}`,
  );
}

function read<Value>(
  environment: Environment,
  name: string,
  parse: (text: string) => Value | undefined,
  refusal: (text: string) => string,
): Value | undefined {
  const text = environment[name];
  if (text === undefined || text === '') return undefined;
  const value = parse(text);
  if (value === undefined) throw new ConfigError(`${name} ${refusal(text)}`);
  return value;
}

/** A URL can contain a user and a password, which must not be shown. */
function withoutUser(text: string): string {
  return text.replace(/\/\/.*@/, '//***@');
}
