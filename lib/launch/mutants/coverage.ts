import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { inProject } from '../project.mjs';
import type { Host } from './host-process.ts';

const testFileCoverage = z.object({
  durationInMs: z.number(),
  slowestTestInMs: z.number(),
  /** Ids of the mutants that its tests reach, also in processes that they start. */
  reached: z.array(z.string()),
});
/** What one test file does when no mutant is active. */
export type TestFileCoverage = z.infer<typeof testFileCoverage>;

/** By the path of the test file. A file that fails without a mutant is absent. */
export type Coverage = ReadonlyMap<string, TestFileCoverage>;

const cacheFile = '.data/mutants/coverage.json';
const cache = z.object({ key: z.string(), files: z.record(z.string(), testFileCoverage) });

/** Tells sources and tests apart from any others. */
export function fingerprint(files: Iterable<{ path: string; text: string }>): string {
  const hash = createHash('sha256');
  for (const { path, text } of files) hash.update(`${path}\0${text}\0`);
  return hash.digest('hex');
}

/**
 * Runs each test file once without a mutant. Results are kept in `.data/mutants/` by `key`, so that the next command on
 * the same sources need not repeat them.
 */
export async function measureCoverage(
  testFiles: readonly string[],
  key: string,
  { hosts, folder, onFailure }: { hosts: readonly Host[]; folder: string; onFailure(line: string): void },
): Promise<Coverage> {
  const known = await readCache(key);
  const queue = testFiles.filter((file) => known[file] === undefined);
  if (queue.length > 0) console.log(`  ${queue.length} test files run without a mutant first`);
  await Promise.all(
    hosts.map(async (host) => {
      for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
        const result = await measure(host, file, folder);
        if (typeof result === 'string') onFailure(`${file} fails without a mutant and judges none: ${result}`);
        else known[file] = result;
      }
    }),
  );
  await mkdir(dirname(inProject(cacheFile)), { recursive: true });
  await writeFile(inProject(cacheFile), JSON.stringify({ key, files: known }));
  return new Map(testFiles.flatMap((file) => (known[file] ? [[file, known[file]] as const] : [])));
}

async function measure(host: Host, file: string, folder: string): Promise<TestFileCoverage | string> {
  const coverageFolder = join(folder, `reached-${randomUUID()}`);
  await mkdir(coverageFolder, { mode: 0o777 });
  try {
    const answer = await host.run({ file, coverageFolder }, 600_000);
    if (!answer?.hasPassed) return answer?.failure ?? 'it does not end';
    const reached = new Set<string>();
    for (const name of await readdir(coverageFolder))
      for (const id of z.array(z.string()).parse(JSON.parse(await readFile(join(coverageFolder, name), 'utf8'))))
        reached.add(id);
    return { durationInMs: answer.durationInMs, slowestTestInMs: answer.slowestTestInMs, reached: [...reached] };
  } finally {
    await rm(coverageFolder, { recursive: true, force: true });
  }
}

async function readCache(key: string): Promise<Record<string, TestFileCoverage>> {
  const text = await readFile(inProject(cacheFile), 'utf8').catch(() => undefined);
  const kept = text === undefined ? undefined : cache.safeParse(JSON.parse(text)).data;
  return kept?.key === key ? kept.files : {};
}
