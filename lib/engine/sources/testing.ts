import { mkdir, mkdtemp, realpath, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The parts of Rolldown that tests use. */
type Bundler = { build(options: object): Promise<unknown> };

/** The bundler that Vitest brings. */
async function bundler(): Promise<Bundler> {
  const vitest = createRequire(import.meta.resolve('vitest/package.json'));
  const vite = createRequire(vitest.resolve('vite/package.json'));
  return import(pathToFileURL(vite.resolve('rolldown')).href);
}

/**
 * Writes modules of TypeScript to a new folder in `parent` and makes a minified bundle of the first one. Returns the folder of the
 * bundle, which has its source map without naming it, so that no tool maps stacks by itself, and the address to import it from.
 */
export async function bundle(
  sources: Readonly<Record<string, string>>,
  parent = tmpdir(),
): Promise<{ folder: string; url: string }> {
  const project = await realpath(await mkdtemp(join(parent, 'taskdeck-bundle-')));
  for (const [name, text] of Object.entries(sources)) {
    await mkdir(dirname(join(project, name)), { recursive: true });
    await writeFile(join(project, name), text);
  }
  const folder = join(project, 'dist');
  const output = { dir: folder, entryFileNames: 'worker.js', sourcemap: 'hidden', minify: true, format: 'esm' };
  await (await bundler()).build({
    input: join(project, Object.keys(sources)[0] ?? ''),
    platform: 'node',
    external: ['taskdeck/worker'],
    logLevel: 'silent',
    output,
  });
  return { folder, url: pathToFileURL(join(folder, 'worker.js')).href };
}

/** A task type of two modules. It fails with an amount above 100. */
export const orderSources = {
  'src/order.ts': `import { charge } from './charge.ts';

type Input = { amount: number };

export const order = {
  type: 'bundled.order',
  run: async (_ctx: unknown, input: Input): Promise<void> => {
    await charge(input.amount);
  },
};
`,
  'src/charge.ts': `interface Card {
  number: string;
  limit: number;
}

const card: Card = { number: '4711', limit: 100 };

export async function charge(amount: number): Promise<void> {
  await Promise.resolve();
  assertWithinLimit(amount);
  console.log(amount);
}

function assertWithinLimit(amount: number): void {
  if (amount > card.limit) throw new RangeError(\`cannot charge \${amount}\`);
}
`,
} as const;

/** A module in one folder with its source map, in which each line is the line of its source. */
export async function writeMappedModule(folder: string, source: string, name = 'settle'): Promise<string> {
  const lines = source.split('\n').length;
  const map = {
    version: 3,
    sources: [`../src/${name}.ts`],
    sourcesContent: [source],
    names: [],
    mappings: ['AAAA', ...Array.from({ length: lines - 1 }, () => 'AACA')].join(';'),
  };
  const path = join(folder, `${name}.mjs`);
  await writeFile(path, source);
  await writeFile(`${path}.map`, JSON.stringify(map));
  return pathToFileURL(path).href;
}
