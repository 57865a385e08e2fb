import { type Schema, Validator } from '@cfworker/json-schema';
import { expect } from 'vitest';

/** Returns the function that expects the text of an answer to be as the schema of a document says. */
export function validityIn(schemas: Record<string, object>) {
  const validators = new Map<string, Validator>();

  /** Made once for each schema: most answers are the same problem. */
  function validatorOf(schema: object): Validator {
    const key = JSON.stringify(schema);
    const whole: Schema = { ...schema, components: { schemas: recordsIn(schema) } };
    const known = validators.get(key) ?? new Validator(whole, '2020-12', false);
    validators.set(key, known);
    return known;
  }

  /** The records that a schema refers to, themselves included: a validator walks through all that it is given. */
  function recordsIn(schema: object, found: Record<string, object> = {}): Record<string, object> {
    for (const [, name = ''] of JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      const record = schemas[name];
      if (record === undefined || name in found) continue;
      found[name] = record;
      recordsIn(record, found);
    }
    return found;
  }

  return (name: string, schema: object | undefined, text: string): void => {
    if (schema === undefined) return void expect(text, name).toBe('');
    const { valid, errors } = validatorOf(schema).validate(JSON.parse(text));
    expect(valid, `${name}: ${JSON.stringify(errors)}\n${text}`).toBe(true);
  };
}
