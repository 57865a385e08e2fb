import type { JsonSchema } from './json-schema.ts';

/** Values of members, by name, where their schemas allow them. Optional members are shown only when they are named here. */
const values: Readonly<Record<string, unknown>> = {
  id: 'order-4711',
  taskId: 'order-4711',
  type: 'order.fulfil',
  taskType: 'order.fulfil',
  name: 'approval',
  stepName: 'charge card',
  eventName: 'approval',
  queue: 'default',
  priority: 0,
  status: 'succeeded',
  state: undefined,
  input: { orderId: 4711 },
  output: { chargeId: 'charge-1' },
  value: { total: 12.5 },
  tags: { customer: '42' },
  etag: '"17"',
  runCount: 1,
  attempt: 1,
  sequence: 0,
  version: 3,
  createdBy: 'ada@example.com',
  lastModifiedBy: 'ada@example.com',
  email: 'ada@example.com',
  owner: 'nightly import',
  storeName: 'orders',
  contentType: 'application/json',
  contentHash: 'a94a8fe5ccb19ba61c4c0873d391e987982fbbd3a94a8fe5ccb19ba61c4c0873',
  receipt: 'WzEsW1siYSIsNSwxLDAsMF1dXQ',
  message: 'Parcel handed over',
  scopes: ['Data/Taskdeck.Orchestration/tasks/read'],
};

/** Returns a value that a schema of an answer allows, with its required members and the most telling of the others. */
export function exampleOf(schema: JsonSchema, components: ReadonlyMap<string, JsonSchema>, name = ''): unknown {
  const of = (part: unknown, member: string) => exampleOf(asSchema(part), components, member);
  const { $ref, properties, required, anyOf, oneOf, items } = schema;
  if (typeof $ref === 'string') return of(components.get($ref.split('/').at(-1) ?? ''), name);
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum.includes(values[name]) ? values[name] : schema.enum[0];
  if (Array.isArray(anyOf)) return of(anyOf[0], name);
  if (Array.isArray(oneOf)) return of(oneOf[0], name);
  const known = values[name];
  switch (schema.type) {
    case 'object': {
      if (properties === undefined) return known ?? {};
      const needed: unknown[] = Array.isArray(required) ? required : [];
      const shown = Object.entries(properties).filter(([member]) => needed.includes(member) || member in values);
      return Object.fromEntries(shown.map(([member, part]) => [member, of(part, member)]));
    }
    case 'array':
      return Array.isArray(known) ? known : [of(items, name)];
    case 'string':
      return schema.format === 'date-time' ? '2026-11-22T10:15:00.000Z' : typeof known === 'string' ? known : 'text';
    case 'integer':
    case 'number':
      return typeof known === 'number' ? known : (schema.minimum ?? 1);
    case 'boolean':
      return false;
    case 'null':
      return null;
    default:
      return known ?? { total: 12.5 };
  }
}

function asSchema(part: unknown): JsonSchema {
  return typeof part === 'object' && part !== null ? { ...part } : {};
}
