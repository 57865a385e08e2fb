import type { TaskConfig } from '#contract';
import { noMask } from './masking.ts';
import type { RunSecrets } from './run-secrets.ts';

/** Members by which something is found or shared. A masked one would be another task, queue or key. */
const addressing = ['type', 'id', 'queue', 'concurrencyKey', 'sensitive'] as const;

/**
 * Returns the configuration of a child without values of secrets: references in its input, and texts for people masked.
 * Throws a `NonRetryableError` when a member that is not for people contains a value.
 */
export function childConfig(config: TaskConfig, secrets: RunSecrets): TaskConfig {
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
    ...(input !== undefined && { input: secrets.withoutValues(input) }),
  };
}

function masked(tags: Record<string, string>, { mask }: RunSecrets): Record<string, string> {
  return Object.fromEntries(Object.entries(tags).map(([key, value]) => [key, mask(value)]));
}
