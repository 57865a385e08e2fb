/** The parts of `package.json` that the package's manifest is made from. */
export type RootManifest = {
  name: string;
  version: string;
  license: string;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
};

/** The rooms whose code the package holds, each imported by its index as `#room`. */
const rooms = ['contract', 'client', 'blobs', 'confined', 'database', 'engine', 'schema', 'state', 'worker'];
const entries = ['client', 'worker'];

/** Needed only for blobs in these clouds. */
const optional = ['@aws-sdk/client-s3', '@azure/storage-blob'];

/** Included in the package, because it is patched (docs/decisions/0020). */
export const bundled = 'postgres';

/** Returns the package's manifest: its two entries, and exactly the libraries that its code imports. */
export function packageManifest(root: RootManifest, imported: ReadonlySet<string>): object {
  const versions = { ...root.devDependencies, ...root.dependencies };
  const rangeOf = (name: string) => {
    const version = versions[name];
    if (version === undefined) throw new Error(`${name} is imported, but package.json does not name it`);
    return [name, name === bundled ? version : `^${version}`];
  };
  const indexOf = (room: string) => ({ types: `./lib/${room}/index.d.ts`, default: `./lib/${room}/index.js` });
  const needed = [...imported].filter((name) => !optional.includes(name)).concat('@types/node');
  return {
    name: root.name,
    version: root.version,
    description: 'Client of the Taskdeck task orchestration service, and what defines its task types',
    license: root.license,
    type: 'module',
    engines: { node: '>=22.1' },
    sideEffects: false,
    exports: {
      ...Object.fromEntries(entries.map((room) => [`./${room}`, indexOf(room)])),
      './package.json': './package.json',
    },
    imports: Object.fromEntries(rooms.map((room) => [`#${room}`, indexOf(room)])),
    dependencies: Object.fromEntries(needed.toSorted().map(rangeOf)),
    peerDependencies: Object.fromEntries(optional.map(rangeOf)),
    peerDependenciesMeta: Object.fromEntries(optional.map((name) => [name, { optional: true }])),
    bundleDependencies: [bundled],
  };
}
