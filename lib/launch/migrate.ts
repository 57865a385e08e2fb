// `npm run migrate`: migrates the database as its owner, and grants the role of service and workers what they need.
import { connect, grantUse, migrate, ownsTables } from '#database';
import { endCommand } from './end-command.ts';
import { StartError } from './steps.mjs';
import { usages } from './usage.ts';

async function main(): Promise<void> {
  const { DATABASE_OWNER_URL: ownerUrl, DATABASE_URL: url } = process.env;
  if (process.argv.length > 2 || !ownerUrl || !url) throw new StartError(usages.migrate);
  const owner = connect(ownerUrl, { connections: 1, name: 'taskdeck migration' });
  const user = connect(url, { connections: 1, name: 'taskdeck migration' });
  try {
    const [found] = await user<{ role: string }[]>`select current_user as role`;
    const role = found?.role ?? '';
    await migrate(owner);
    await grantUse(owner, role);
    if (await ownsTables(user)) throw new StartError(`The role ${role} of DATABASE_URL owns the tables: use another.`);
    console.log(`The database is migrated. The role ${role} can be used by service and workers.`);
  } finally {
    await Promise.all([owner.end({ timeout: 1 }), user.end({ timeout: 1 })]);
  }
}

try {
  await main();
} catch (error) {
  endCommand(error);
}
