/** The variables that a process is started with. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A configuration that cannot be started with; the message names the variable, its value and what is allowed. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** A variable as `parse` reads it; `undefined` where it is not set or empty. Throws `ConfigError` where it cannot be read. */
export function readVariable<Value>(
  environment: Environment,
  name: string,
  allowed: string,
  parse: (text: string) => Value | undefined,
): Value | undefined {
  return read(environment, name, parse, (text) => `is "${withoutUser(text)}"; allowed: ${allowed}`);
}

/** As `readVariable`, for values that must not be shown: the message tells their length instead. */
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

/** A URL may name a user with a password where none belongs. */
function withoutUser(text: string): string {
  return text.replace(/\/\/.*@/, '//***@');
}
