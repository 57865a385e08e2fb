import type { OperationName } from '#contract';
import { openApiDocument } from '../../openapi/document.ts';

type JsonSchema = {
  $ref?: string;
  type?: string;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  additionalProperties?: JsonSchema | boolean;
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
};
type Response = { content?: Record<string, { schema?: JsonSchema }> };
type Document = {
  paths: Record<string, Record<string, { operationId: OperationName; responses: Record<string, Response> }>>;
  components: { schemas: Record<string, JsonSchema> };
};

/** Notes which fields of the records that the OpenAPI document declares have been in an answer. */
export class ShownFields {
  readonly #schemas: Record<string, JsonSchema>;
  readonly #answers = new Map<string, JsonSchema>();
  readonly #declared = new Set<string>();
  readonly #shown = new Set<string>();
  readonly #free = new Set<string>();
  readonly #hiding = new Set<string>();

  readonly #isHidden: (text: string) => boolean;

  constructor(isHidden: (text: string) => boolean) {
    this.#isHidden = isHidden;
    const document = trustDocument(openApiDocument('http://127.0.0.1'));
    this.#schemas = document.components.schemas;
    for (const { operationId, responses } of Object.values(document.paths).flatMap((path) => Object.values(path))) {
      const [success] = Object.entries(responses).filter(([status]) => status < '3');
      const schema = success?.[1].content?.['application/json']?.schema;
      if (schema === undefined) continue;
      this.#answers.set(operationId, schema);
      this.#declare(operationId, schema);
    }
  }

  /** Notes the fields of an answer of an operation. */
  note(operation: OperationName, body: unknown): void {
    const schema = this.#answers.get(operation);
    if (schema !== undefined) this.#note(operation, schema, body);
  }

  /** `Record.field` of every declared field that no answer had. */
  missing(): string[] {
    return [...this.#declared].filter((field) => !this.#shown.has(field)).sort();
  }

  /** `Record.field` of every field that takes any JSON and never held a value that the test knows as sensitive. */
  withoutHidden(): string[] {
    return [...this.#free].filter((field) => !this.#hiding.has(field)).sort();
  }

  #declare(name: string, given: JsonSchema): void {
    const { name: record, schema } = this.#resolve(name, given);
    for (const part of [...(schema.anyOf ?? []), ...(schema.allOf ?? [])]) this.#declare(record, part);
    if (schema.items !== undefined) this.#declare(record, schema.items);
    for (const [field, member] of Object.entries(schema.properties ?? {})) {
      const path = `${record}.${field}`;
      if (this.#declared.has(path)) continue;
      this.#declared.add(path);
      if (isFree(member)) this.#free.add(path);
      this.#declare(path, member);
    }
  }

  #note(name: string, given: JsonSchema, value: unknown): void {
    const { name: record, schema } = this.#resolve(name, given);
    for (const part of [...(schema.anyOf ?? []), ...(schema.allOf ?? [])]) this.#note(record, part, value);
    if (Array.isArray(value)) for (const item of value) this.#note(record, schema.items ?? {}, item);
    else if (typeof value === 'object' && value !== null)
      for (const [field, member] of Object.entries(schema.properties ?? {})) {
        const shown: unknown = Reflect.get(value, field);
        if (shown === undefined) continue;
        this.#shown.add(`${record}.${field}`);
        if (isFree(member) && this.#isHidden(JSON.stringify(shown))) this.#hiding.add(`${record}.${field}`);
        this.#note(`${record}.${field}`, member, shown);
      }
  }

  /** What a reference names, under the record's own name. */
  #resolve(name: string, schema: JsonSchema): { name: string; schema: JsonSchema } {
    const record = schema.$ref?.split('/').at(-1);
    return record === undefined ? { name, schema } : { name: record, schema: this.#schemas[record] ?? {} };
  }
}

/** Whether a schema takes any JSON. */
function isFree(schema: JsonSchema): boolean {
  return Object.keys(schema).every((keyword) => keyword === 'description');
}

/** The document is made by the service itself: its own tests vouch for its shape. */
function trustDocument(document: unknown): Document {
  return document as Document;
}
