import { isJsonObject, type JsonObject, limits, type StorePolicy, stringifyJson } from '#contract';
import { readJson } from '@/components/json/read-json.ts';
import { readBytes, writeBytes } from '@/components/ui/byte-text.ts';
import { pointerProblem } from './pointer-problem.ts';
import { readSeconds, writeSeconds } from './written-seconds.ts';

/** A store's policy as it is written in its form. */
export type PolicyForm = {
  schema: string;
  ttl: string;
  sensitive: string;
  indexedPaths: string;
  isConditionRequired: boolean;
  acceptsBlobs: boolean;
  maximumBlob: string;
};

export type PolicyErrors = Partial<Record<keyof PolicyForm, string>>;

/** The form of a policy. */
export function formOfPolicy(policy: StorePolicy | undefined): PolicyForm {
  const { schema, defaultTtlInSeconds, sensitive, isConditionRequired, acceptsBlobs, maximumBlobBytes, indexedPaths } =
    policy ?? {};
  return {
    schema: schema === undefined ? '' : stringifyJson(schema, 2),
    ttl: defaultTtlInSeconds === undefined ? '' : writeSeconds(defaultTtlInSeconds),
    sensitive: writePointers(sensitive),
    indexedPaths: writePointers(indexedPaths),
    isConditionRequired: isConditionRequired ?? false,
    acceptsBlobs: acceptsBlobs ?? true,
    maximumBlob: maximumBlobBytes === undefined ? '' : writeBytes(maximumBlobBytes),
  };
}

/** The policy that a form says, or what cannot be read in it. */
export function readPolicyForm(form: PolicyForm): { policy: JsonObject; errors: PolicyErrors } {
  const errors: PolicyErrors = {};
  const policy: JsonObject = {};
  if (form.schema.trim() !== '') {
    const schema = readJson(form.schema);
    if (isJsonObject(schema)) policy.schema = schema;
    else errors.schema = 'A JSON Schema must be a JSON object';
  }
  if (form.ttl.trim() !== '') {
    const seconds = readSeconds(form.ttl);
    if (seconds === undefined) errors.ttl = 'Enter a time such as 30d, 12h, 90m or 45s, up to 100 years, or never';
    else policy.defaultTtlInSeconds = seconds;
  }
  const sensitive = readPointers(form.sensitive, limits.sensitivePointers);
  if ('problem' in sensitive) errors.sensitive = sensitive.problem;
  else if (sensitive.pointers.length > 0) policy.sensitive = sensitive.pointers;
  const indexed = readPointers(form.indexedPaths, limits.indexedPaths);
  if ('problem' in indexed) errors.indexedPaths = indexed.problem;
  else if (indexed.pointers.length > 0) policy.indexedPaths = indexed.pointers;
  if (form.isConditionRequired) policy.isConditionRequired = true;
  if (!form.acceptsBlobs) policy.acceptsBlobs = false;
  else if (form.maximumBlob.trim() !== '') {
    const bytes = readBytes(form.maximumBlob);
    if (bytes === undefined) errors.maximumBlob = 'Enter a size such as 500 MiB or 2 GiB';
    else policy.maximumBlobBytes = bytes;
  }
  return { policy, errors };
}

/** Pointers, one in a line; `*` is the whole value. */
function writePointers(pointers: readonly string[] = []): string {
  return pointers.map((pointer) => (pointer === '' ? '*' : pointer)).join('\n');
}

function readPointers(text: string, most: number): { pointers: string[] } | { problem: string } {
  const pointers = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => (line === '*' ? '' : line));
  const problem = pointerProblem(pointers.filter((pointer) => pointer !== ''));
  if (problem !== undefined) return { problem };
  return pointers.length > most ? { problem: `At most ${most} pointers` } : { pointers };
}

/** A form with one more indexed path. */
export function withIndexedPath(form: PolicyForm, pointer: string | undefined): PolicyForm {
  const added = pointer === undefined ? '' : writePointers([pointer]);
  const lines = form.indexedPaths.split('\n').filter((line) => line !== '');
  return added === '' || lines.includes(added) ? form : { ...form, indexedPaths: [...lines, added].join('\n') };
}

/** The field of the form that a JSON Pointer of the service into the policy means. */
export function policyField(pointer: string): keyof PolicyForm | undefined {
  const name = pointer.split('/')[1] ?? '';
  const fields: Record<string, keyof PolicyForm> = {
    schema: 'schema',
    defaultTtlInSeconds: 'ttl',
    sensitive: 'sensitive',
    indexedPaths: 'indexedPaths',
    maximumBlobBytes: 'maximumBlob',
  };
  return fields[name];
}
