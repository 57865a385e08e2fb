import { type JsonValue, parseStoredInTurns, type TaskConfig } from '#contract';
import { childSecretsIn } from './child-secrets.ts';
import { handlerJsonInTurns } from './handler-json.ts';
import { noMask } from './masking.ts';
import type { RunSecrets } from './run-secrets.ts';

/** Members by which something is found or shared. A masked one would be another task, queue or key. */
const addressing = ['type', 'id', 'queue', 'concurrencyKey', 'sensitive'] as const;

/**
 * Returns the configuration of a child with its input as JSON, and without values of secrets: references in its input, and
 * texts for people masked, and the secrets that its input may refer to. Throws a `NonRetryableError` when a member that is
 * not for people contains a value.
 */
export async function childConfig(
  config: TaskConfig,
  secrets: RunSecrets,
): Promise<{ stored: TaskConfig; names: ReadonlySet<string> }> {
  const names = secrets.names.union(childSecretsIn(config.input)); // before the input becomes JSON
  return { stored: await withoutSecrets(config, secrets), names };
}

async function withoutSecrets(config: TaskConfig, secrets: RunSecrets): Promise<TaskConfig> {
  if (secrets.mask === noMask && config.input === undefined) return config;
  for (const member of addressing)
    for (const text of [config[member] ?? []].flat()) secrets.assertAbsent(text, `createTask: /${member}`);
  for (const key of Object.keys(config.tags ?? {})) secrets.assertAbsent(key, 'createTask: /tags');
  const { name, description, tags, input } = config;
  return {
    ...config,
    ...(name !== undefined && { name: secrets.mask(name) }),
    ...(description !== undefined && { description: secrets.mask(description) }),
    ...(tags !== undefined && { tags: masked(tags, secrets) }),
    ...(input !== undefined && { input: secrets.withoutValues(await asJson(input)) }),
  };
}

function masked(tags: Record<string, string>, { mask }: RunSecrets): Record<string, string> {
  return Object.fromEntries(Object.entries(tags).map(([key, value]) => [key, mask(value)]));
}

/** What is stored of a value of a handler: a date, for example, is its text, also where a schema or a mask looks at it. */
async function asJson(value: JsonValue | object): Promise<JsonValue> {
  return parseStoredInTurns(await handlerJsonInTurns(value, 'createTask: /input'));
}
