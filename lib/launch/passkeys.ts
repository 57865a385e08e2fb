// `npm run passkeys -- reset <e-mail>`: for an administrator who has lost every passkey and recovery code.
import { connect } from '#database';
import { resetPasskeys } from '#service';
import { endCommand } from './end-command.ts';
import { StartError } from './steps.mjs';
import { usages } from './usage.ts';

async function main([command, email, ...more]: readonly string[]): Promise<void> {
  if (command !== 'reset' || email === undefined || more.length > 0) throw new StartError(usages.passkeys);
  const { DATABASE_URL: databaseUrl } = process.env;
  if (databaseUrl === undefined) throw new StartError('DATABASE_URL is not set: whose operator is meant is not known.');
  const database = connect(databaseUrl, { connections: 1, name: 'taskdeck passkeys' });
  try {
    const removed = await resetPasskeys(database, email);
    if (removed === undefined) throw new StartError(`There is no operator with the e-mail address ${email}.`);
    console.log(`${removed} removed. The password alone now signs ${email} in.`);
  } finally {
    await database.end({ timeout: 1 });
  }
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  endCommand(error);
}
