import { connect } from '#database';
import { findInstance } from '../lib/launch/instance.ts';
import type { Stack } from './stack.ts';

/** Makes the sessions of an operator such as were opened three hours ago, for what asks for a fresh proof. */
export async function ageProofs({ dataFolder }: Stack, email: string): Promise<void> {
  const instance = await findInstance(dataFolder);
  const database = connect(instance?.databaseUrl ?? '', { connections: 1, name: 'journeys' });
  try {
    await database`
      update session set proven_on = now() - interval '3 hours'
      where operator_id = (select id from operator where email = ${email})`;
  } finally {
    await database.end();
  }
}
