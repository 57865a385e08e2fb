// `npm run snapshot`: writes the snapshot of this version's schema. See docs/contributing/releases.md.
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import startTestServer from '#database/testing';
import { rowsAsSql, writeRelease } from '../../database/testing/release.ts';
import { inProject, projectFolder } from '../project.mjs';
import { withUsedDatabase } from './used-database.ts';

const manifest = z.object({ version: z.string() }).parse(JSON.parse(await readFile(inProject('package.json'), 'utf8')));
const stopServer = await startTestServer();
try {
  await withUsedDatabase(async (database) => {
    const rows = await rowsAsSql(database);
    const anonymous = rows
      .replaceAll(`"host":"${hostname()}"`, '"host":"localhost"')
      .replaceAll(pathToFileURL(projectFolder).href, 'file:///taskdeck/');
    await writeRelease(manifest.version, anonymous);
  });
} finally {
  await stopServer();
}
