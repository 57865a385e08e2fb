import { z } from 'zod';

/** The name that zod leaves out of every record, because an assignment to it sets the prototype of the object. */
const prototypeName = '__proto__';

/** `ZodRecord` that also parses a member named `__proto__`. A copy of it, as `describe` makes one, does the same. */
const WholeRecord = z.core.$constructor<z.ZodRecord>('WholeRecord', (record, definition) => {
  z.ZodRecord.init(record, definition);
  const parseOthers = record._zod.parse;
  record._zod.parse = (payload, context) => {
    const given: unknown = payload.value;
    const parsed = parseOthers(payload, context);
    if (!z.core.util.isPlainObject(given) || !Object.hasOwn(given, prototypeName)) return parsed;
    const name = definition.keyType._zod.run({ value: prototypeName, issues: [] }, context);
    const member = definition.valueType._zod.run({ value: given[prototypeName], issues: [] }, context);
    if (parsed instanceof Promise || name instanceof Promise || member instanceof Promise)
      throw new TypeError('no part of a record is parsed asynchronously');
    parsed.issues.push(...z.core.util.prefixIssues(prototypeName, [...name.issues, ...member.issues]));
    Object.defineProperty(parsed.value, prototypeName, {
      value: member.value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
    return parsed;
  };
});

/** An object with any names, as `z.record`, which keeps a member named `__proto__` instead of leaving it out. */
export function record<Key extends z.core.$ZodRecordKey, Value extends z.core.SomeType>(
  keyType: Key,
  valueType: Value,
  params?: Parameters<typeof z.record>[2],
): z.ZodRecord<Key, Value> {
  return Reflect.construct(WholeRecord, [z.record(keyType, valueType, params).def]);
}
