// `npm run blobs -- check | repair [--thorough] [--all]`: compares the blob store with the database, and repairs it.
import { parseArgs } from 'node:util';
import { createBlobStore, readBlobConfig } from '#blobs';
import { connect } from '#database';
import { type BlobReport, checkBlobs, ForeignStoreError, stateWriting } from '#state';
import { endCommand } from './end-command.ts';
import { StartError } from './steps.mjs';
import { usages } from './usage.ts';

async function main(): Promise<number> {
  const { positionals, values } = readArguments();
  const [command] = positionals;
  if (positionals.length !== 1 || (command !== 'check' && command !== 'repair')) throw new StartError(usages.blobs);
  const { DATABASE_URL: databaseUrl } = process.env;
  if (databaseUrl === undefined) throw new StartError('DATABASE_URL is not set: whose blobs are meant is not known.');
  const blobs = await createBlobStore(readBlobConfig(process.env));
  await blobs.check();
  const database = connect(databaseUrl, { connections: 2, name: 'taskdeck blobs' });
  try {
    const options = { repair: command === 'repair', isThorough: values.thorough, mayRepairAll: values.all };
    const report = await checkBlobs({ database, blobs, writing: stateWriting(database), ...options });
    console.log(describeReport(report, blobs.description).join('\n'));
    return report.isSound ? 0 : 1;
  } catch (cause) {
    if (!(cause instanceof ForeignStoreError)) throw cause;
    throw new StartError(
      `${cause.message}: are DATABASE_URL and the settings of the blob store those of the service? Nothing was changed. "npm run blobs -- repair --all" repairs nevertheless.`,
      { cause },
    );
  } finally {
    await database.end({ timeout: 1 });
  }
}

function readArguments() {
  const options = { thorough: { type: 'boolean', default: false }, all: { type: 'boolean', default: false } } as const;
  try {
    return parseArgs({ allowPositionals: true, options });
  } catch (cause) {
    throw new StartError(usages.blobs, { cause });
  }
}

/** Returns the result of the check as lines. */
function describeReport(report: BlobReport, store: string): string[] {
  const { blobCount, blobBytes, broken, unknown, isSound } = report;
  const brokenLines = broken.map(({ key, problem, expectedLength, actualLength, entries, isRepaired }) => {
    const where = entries.map(({ storeName, id }) => `${storeName}/${id}`).join(', ') || 'earlier versions only';
    const done = isRepaired ? 'taken from its entries' : 'not repaired';
    return `  ${key}: ${problem}, ${actualLength ?? 'no'} of ${expectedLength} bytes; of ${where}; ${done}`;
  });
  const unknownLines = unknown.map(
    ({ key, kind, contentLength, isRemoved }) =>
      `  ${key}: ${kind} of ${contentLength} bytes that the database does not know; ${isRemoved ? 'removed' : 'left'}`,
  );
  return [
    `${blobCount} blobs of ${blobBytes} bytes in ${store}`,
    ...brokenLines,
    ...unknownLines,
    isSound ? 'All is well.' : 'Not all is well: "npm run blobs -- repair" mends what can be mended.',
  ];
}

try {
  process.exitCode = await main();
} catch (error) {
  endCommand(error);
}
