/** A part of the code whose mutants are counted together. */
export type Room = {
  name: string;
  /** Folder of its source. A file belongs to the room with the longest folder that contains it. */
  folder: string;
  /** Folders whose tests judge its mutants. */
  testedBy: readonly string[];
  /** Other tests that run with `--near`: files, and folders. Those of the room's own folder run always. */
  nearTests?: readonly string[];
  /** The share of mutants that the tests should kill, in percent. */
  aim: number;
};

const ordinary = 85;
const critical = 95;

const engineTests = ['lib/engine', 'lib/worker', 'lib/samples', 'lib/service', 'lib/client'];
const stateTests = ['lib/state', 'lib/engine', 'lib/service', 'lib/client'];
const serviceTests = ['lib/service', 'lib/client'];

export const rooms: readonly Room[] = [
  {
    name: 'contract',
    folder: 'lib/contract',
    nearTests: ['lib/service/openapi/report.test.ts', 'lib/service/http/parse-in-turns.test.ts'],
    testedBy: ['lib/contract', 'lib/client', 'lib/service', 'lib/state', 'lib/engine', 'lib/dashboard', 'components'],
    aim: ordinary,
  },
  { name: 'engine', folder: 'lib/engine', testedBy: engineTests, aim: ordinary },
  {
    name: 'engine/run',
    folder: 'lib/engine/run',
    nearTests: ['lib/engine/definition', 'lib/engine/worker'],
    testedBy: engineTests,
    aim: critical,
  },
  {
    name: 'engine/worker',
    folder: 'lib/engine/worker',
    nearTests: ['lib/engine/run'],
    testedBy: engineTests,
    aim: critical,
  },
  { name: 'engine/locks', folder: 'lib/engine/locks', testedBy: engineTests, aim: critical },
  { name: 'state', folder: 'lib/state', testedBy: stateTests, aim: ordinary },
  {
    name: 'state/write',
    folder: 'lib/state/write',
    nearTests: ['lib/state/blobs', 'lib/state/entries', 'lib/state/stores', 'lib/state/versions'],
    testedBy: stateTests,
    aim: critical,
  },
  {
    name: 'service/access',
    folder: 'lib/service/access',
    nearTests: ['lib/service/operators', 'lib/service/api-keys', 'lib/service/callers'],
    testedBy: [...serviceTests, 'lib/dashboard/access'],
    aim: critical,
  },
  {
    name: 'service/records',
    folder: 'lib/service/records',
    nearTests: ['lib/service/testing/canaries'],
    testedBy: serviceTests,
    aim: critical,
  },
  { name: 'client', folder: 'lib/client', testedBy: ['lib/client', 'lib/service', 'lib/dashboard'], aim: ordinary },
  { name: 'dashboard', folder: 'lib/dashboard', testedBy: ['lib/dashboard', 'components', 'app'], aim: ordinary },
];

const isIn = (folder: string, path: string) => path.startsWith(`${folder}/`);

/** Returns the room of a source file, or `undefined` when its mutants are not counted. */
export function roomOf(path: string): Room | undefined {
  const holding = rooms.filter(({ folder }) => isIn(folder, path));
  return holding.sort((a, b) => b.folder.length - a.folder.length)[0];
}

/** Whether a test file judges the mutants of a room. */
export const judges = (room: Room, testFile: string) => room.testedBy.some((folder) => isIn(folder, testFile));

/** Whether a test file is in the folder of a room, or named as near to it. */
export const isNear = ({ folder, nearTests = [] }: Room, testFile: string) =>
  [folder, ...nearTests].some((path) => path === testFile || isIn(path, testFile));

/** Tests, fixtures, examples in the docs, and components, which journeys in the browser test. */
const unmutated =
  /\.test\.tsx?$|\.d\.ts$|(^|\/)testing(\/|\.ts$)|\.factory\.tsx?$|^lib\/contract\/examples\.ts$|^lib\/dashboard\/[^/]+\/parts\//;

/** Returns whether mutants are made of a file. */
export function isMutated(path: string): boolean {
  return roomOf(path) !== undefined && /\.tsx?$/.test(path) && !unmutated.test(path);
}
