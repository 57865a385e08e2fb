import { TaskClient } from '#client';
import { fullScope, readOnlyScopes } from '#contract';
import type { Stack } from './stack.ts';

/** Who looks at the dashboard: the administrator, an operator who may only read, or nobody yet. */
export type Role = 'admin' | 'reader' | 'nobody';

/** How someone signs in. */
export type Person = { email: string; password: string };

const reader = { name: 'Rita Reader', email: 'rita@example.com', password: 'only-looking-around' };

export function personOf(role: 'admin' | 'reader', stack: Stack): Person {
  return role === 'admin' ? { email: 'admin@localhost', password: stack.adminPassword } : reader;
}

/** A client that may do everything, with an API key of its own. */
export async function createAdminClient(stack: Stack): Promise<TaskClient> {
  const { accessToken, scopes } = await new TaskClient(stack.serviceUrl, 'anonymous').signInAsync(
    personOf('admin', stack),
  );
  const { key } = await new TaskClient(stack.serviceUrl, { accessToken }).createApiKeyAsync({
    name: `journeys ${crypto.randomUUID()}`,
    scopes,
  });
  return new TaskClient(stack.serviceUrl, { key });
}

/** Makes the read-only operator unless another worker was first. */
export async function ensureReader(client: TaskClient): Promise<void> {
  for await (const operator of client.listOperatorsAsync()) if (operator.email === reader.email) return;
  await client
    .createOperatorAsync({ ...reader, scopes: readOnlyScopes.map(fullScope) })
    .catch(async (error: unknown) => {
      for await (const operator of client.listOperatorsAsync()) if (operator.email === reader.email) return;
      throw error;
    });
}
