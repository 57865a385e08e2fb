// `npm run audit -- verify [--expect <id>:<hash>]`: checks that no record of the audit trail was changed or removed.
import { parseArgs } from 'node:util';
import { connect } from '#database';
import { verifyAudit } from '#service';
import { endCommand } from './end-command.ts';
import { StartError } from './steps.mjs';
import { usages } from './usage.ts';

async function main(): Promise<number> {
  const { positionals, values } = readArguments();
  if (positionals.length !== 1 || positionals[0] !== 'verify') throw new StartError(usages.audit);
  if (values.expect !== undefined && !/^\d+:[0-9a-f]{64}$/.test(values.expect)) throw new StartError(usages.audit);
  const { DATABASE_URL: databaseUrl } = process.env;
  if (databaseUrl === undefined) throw new StartError('DATABASE_URL is not set: whose trail is meant is not known.');
  const database = connect(databaseUrl, { connections: 1, name: 'taskdeck audit' });
  try {
    const { records, removed, head, problems } = await verifyAudit(database, values.expect);
    console.log(`${records} records, and ${removed} that retention removed. Newest: ${head}`);
    for (const problem of problems) console.log(`  ${problem}`);
    console.log(problems.length === 0 ? 'The trail is whole.' : 'The trail was tampered with.');
    return problems.length === 0 ? 0 : 1;
  } finally {
    await database.end({ timeout: 1 });
  }
}

function readArguments() {
  try {
    return parseArgs({ allowPositionals: true, options: { expect: { type: 'string' } } });
  } catch (cause) {
    throw new StartError(usages.audit, { cause });
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  endCommand(error);
}
