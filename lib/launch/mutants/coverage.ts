import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { inProject } from '../project.mjs';
import type { Host } from './host-process.ts';
import type { Mutant } from './mutant.ts';

/** What one test file does without an active mutant. */
export type TestFileCoverage = {
  durationInMs: number;
  slowestTestInMs: number;
  /** Ids of the mutants that its tests reach, also in processes that they start. */
  reached: ReadonlySet<string>;
};

/** By the path of the test file. A file that fails without a mutant is absent. */
export type Coverage = ReadonlyMap<string, TestFileCoverage>;

const keptCoverage = z.object({
  /** The hash of the test file. */
  hash: z.string(),
  durationInMs: z.number(),
  slowestTestInMs: z.number(),
  /** By source file whose mutants it was run with: its hash, and which are reached, counted from the first of the file. */
  reached: z.record(z.string(), z.object({ hash: z.string(), mutants: z.array(z.number()) })),
});
type KeptCoverage = z.infer<typeof keptCoverage>;

const cacheFile = '.data/mutants/coverage.json';

type CoverageOptions = {
  hosts: readonly Host[];
  /** Where the processes of tests write what they reached. */
  folder: string;
  /** Called with each test file that fails without a mutant. */
  onFailure(line: string): void;
};

/**
 * Runs each test file once without a mutant. What it reached is kept in `.data/mutants/` until the test file or a
 * mutated source file that it reached has changed. Other changes seldom change what it reaches of them.
 */
export async function measureCoverage(
  testFiles: readonly string[],
  mutants: readonly Mutant[],
  { hosts, folder, onFailure }: CoverageOptions,
): Promise<Coverage> {
  const firstIds = new Map<string, number>();
  for (const { file, id } of mutants) firstIds.set(file, Math.min(Number(id), firstIds.get(file) ?? Number(id)));
  const sourceOf = new Map(mutants.map(({ file, id }) => [id, file]));
  const hashes = new Map<string, string>();
  for (const file of [...testFiles, ...firstIds.keys()])
    hashes.set(file, hashOf(await readFile(inProject(file), 'utf8')));

  const known = await readCache();
  const isFresh = (file: string) => {
    const kept = known[file];
    if (kept?.hash !== hashes.get(file)) return false;
    return firstIds.keys().every((source) => {
      const { hash, mutants: reached = [] } = kept?.reached[source] ?? {};
      return hash === hashes.get(source) || (hash !== undefined && reached.length === 0);
    });
  };
  const queue = testFiles.filter((file) => !isFresh(file));
  if (queue.length > 0) console.log(`  ${queue.length} test files run without a mutant first`);
  const measureAll = async (host: Host) => {
    for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
      const result = await measure(host, file, folder);
      if (typeof result === 'string') {
        delete known[file];
        onFailure(`${file} fails without a mutant and judges none: ${result}`);
        continue;
      }
      const { durationInMs, slowestTestInMs } = result;
      const reached = known[file]?.hash === hashes.get(file) ? { ...known[file]?.reached } : {};
      for (const source of firstIds.keys()) reached[source] = { hash: hashes.get(source) ?? '', mutants: [] };
      for (const id of result.reached) {
        const source = sourceOf.get(id) ?? '';
        reached[source]?.mutants.push(Number(id) - (firstIds.get(source) ?? 0));
      }
      known[file] = { hash: hashes.get(file) ?? '', durationInMs, slowestTestInMs, reached };
      await writeCache(known);
    }
  };
  await Promise.all(hosts.map(measureAll));
  const idsOf = ([source, { hash, mutants: reached }]: [string, KeptCoverage['reached'][string]]) => {
    const first = firstIds.get(source);
    return first !== undefined && hash === hashes.get(source) ? reached.map((at) => String(at + first)) : [];
  };
  return new Map(
    testFiles.flatMap((file) => {
      const kept = known[file];
      return kept ? [[file, { ...kept, reached: new Set(Object.entries(kept.reached).flatMap(idsOf)) }] as const] : [];
    }),
  );
}

async function measure(host: Host, file: string, folder: string): Promise<TestFileCoverage | string> {
  const coverageFolder = join(folder, `reached-${randomUUID()}`);
  await mkdir(coverageFolder);
  try {
    const answer = await host.run({ file, coverageFolder, testTimeoutInMs: 120_000 }, 600_000);
    if (!answer?.hasPassed) return answer?.failure ?? 'it does not end';
    const reached = new Set<string>();
    for (const name of (await readdir(coverageFolder)).filter((one) => one.endsWith('.json')))
      for (const id of z.array(z.string()).parse(JSON.parse(await readFile(join(coverageFolder, name), 'utf8'))))
        reached.add(id);
    return { durationInMs: answer.durationInMs, slowestTestInMs: answer.slowestTestInMs, reached };
  } finally {
    await rm(coverageFolder, { recursive: true, force: true });
  }
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64');

async function readCache(): Promise<Record<string, KeptCoverage>> {
  const text = await readFile(inProject(cacheFile), 'utf8').catch(() => undefined);
  return (text === undefined ? undefined : z.record(z.string(), keptCoverage).safeParse(JSON.parse(text)).data) ?? {};
}

async function writeCache(known: Record<string, KeptCoverage>): Promise<void> {
  await mkdir(dirname(inProject(cacheFile)), { recursive: true });
  await writeFile(inProject(cacheFile), JSON.stringify(known));
}
