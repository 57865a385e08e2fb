import { z } from 'zod';
import * as contract from '#contract';
import { exampleOf } from './example.ts';
import type { JsonSchema } from './json-schema.ts';

/** A JSON object of the document. */
export type Json = { [name: string]: unknown };

/** The records with a name in `components.schemas`. */
const named: Record<string, z.ZodType> = {
  TaskConfig: contract.taskConfig,
  TaskUpdateInput: contract.taskUpdateInput,
  TaskResponse: contract.taskResponse,
  TaskError: contract.taskError,
  TaskHistoryResponse: contract.taskHistoryResponse,
  WaitingFor: contract.waitingFor,
  ExternalEvent: contract.externalEvent,
  ValueData: contract.valueData,
  EventWait: contract.eventWait,
  Step: contract.step,
  LogEntry: contract.logEntry,
  FoundLogEntry: contract.foundLogEntry,
  TaskType: contract.taskType,
  Worker: contract.worker,
  Queue: contract.queue,
  Statistics: contract.statistics,
  BulkOperation: contract.bulkOperation,
  BulkResult: contract.bulkResult,
  BulkCause: contract.bulkCause,
  BulkPreview: contract.bulkPreview,
  WatchEvent: contract.watchEvent,
  WatchChange: contract.watchChange,
  Lock: contract.lock,
  Operator: contract.operator,
  ApiKey: contract.apiKey,
  Secret: contract.secret,
  Identity: contract.identity,
  AuditRecord: contract.auditRecord,
  Reveal: contract.reveal,
  Approval: contract.approval,
  Session: contract.signInResponse,
  RefreshInput: contract.refreshInput,
  SignOutInput: contract.signOutInput,
  StateInput: contract.stateInput,
  StateSaveInput: contract.stateSaveInput,
  StateResponse: contract.stateResponse,
  StateWriter: contract.stateWriter,
  StateBulkInput: contract.stateBulkInput,
  StateBulkOutcome: contract.stateBulkOutcome,
  StateBulkTransactionInput: contract.stateBulkTransactionInput,
  StateFailure: contract.stateFailure,
  StateVersion: contract.stateVersion,
  StateAccess: contract.stateAccess,
  StatePrefix: contract.statePrefix,
  Store: contract.store,
  StorePolicy: contract.storePolicy,
  BlobInfo: contract.blobInfo,
  BlobUploadResult: contract.blobUploadResult,
  BlobUploadOptions: contract.blobUploadOptions,
  ResumableUpload: contract.resumableUpload,
  Problem: contract.problem,
};

export type Schemas = ReturnType<typeof createSchemas>;

/** Names of records beside the descriptions that the contract gives its schemas. */
class Names extends z.core.$ZodRegistry<Record<string, unknown>> {
  override get(schema: z.core.$ZodType) {
    return { ...z.globalRegistry.get(schema), ...super.get(schema) };
  }
}

/** Converts the contract's zod schemas to JSON Schemas. A named one becomes a reference to a component. */
export function createSchemas() {
  const registry = new Names();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const components = new Map<string, JsonSchema>();

  const convert = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
    const { $schema: _, $defs = {}, ...converted } = toJsonSchema(schema, io, registry);
    for (const [id, definition] of Object.entries($defs)) components.set(id, withReferences(definition));
    return withReferences(converted);
  };
  convert(contract.problem, 'output'); // every operation refers to it

  return {
    input: (schema: z.ZodType) => convert(schema, 'input'),
    output: (schema: z.ZodType) => convert(schema, 'output'),
    /** An example of a value that a converted schema allows. */
    example: (schema: JsonSchema) => exampleOf(schema, components),
    /** Every named record with a reference so far. */
    components: () => Object.fromEntries([...components].sort(([a], [b]) => a.localeCompare(b))),
  };
}

function toJsonSchema(
  schema: z.ZodType,
  io: 'input' | 'output',
  metadata: z.core.$ZodRegistry<Record<string, unknown>>,
): JsonSchema {
  // wrapped, so that a named schema also becomes a reference
  const wrapped = z.toJSONSchema(z.object({ it: schema }), {
    io,
    metadata,
    unrepresentable: 'any',
    target: 'draft-2020-12',
    override: ({ zodSchema, jsonSchema }) => asSent(zodSchema, jsonSchema),
  });
  const { $defs, properties } = wrapped as JsonSchema;
  return { ...properties?.it, ...($defs === undefined ? {} : { $defs }) };
}

/** What a URL carries as text is declared as the number or boolean that it is: the text is the same. */
function asSent(schema: z.core.$ZodType, json: z.core.JSONSchema.BaseSchema): void {
  if (json.enum?.length === 2 && json.enum[0] === 'true' && json.enum[1] === 'false') {
    delete json.enum;
    json.type = 'boolean';
  }
  if (schema !== contract.runCount) return;
  delete json.pattern;
  Object.assign(json, { type: 'integer', format: 'int64', minimum: 1 });
}

/** Converts `#/$defs/X` to OpenAPI's form: `#/components/schemas/X`. */
function withReferences(schema: JsonSchema): JsonSchema {
  const { id: _, ...parsed }: JsonSchema = JSON.parse(
    JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'),
  );
  return parsed;
}
