/** A part of the code whose mutants are counted together. */
export type Room = {
  name: string;
  /** Folder of its source. A file belongs to the room with the longest folder that contains it. */
  folder: string;
  /** Folders whose tests judge its mutants. */
  testedBy: readonly string[];
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
    testedBy: ['lib/contract', 'lib/client', 'lib/service', 'lib/state', 'lib/engine', 'lib/dashboard', 'components'],
    aim: ordinary,
  },
  { name: 'engine', folder: 'lib/engine', testedBy: engineTests, aim: ordinary },
  { name: 'engine/run', folder: 'lib/engine/run', testedBy: engineTests, aim: critical },
  { name: 'engine/worker', folder: 'lib/engine/worker', testedBy: engineTests, aim: critical },
  { name: 'engine/locks', folder: 'lib/engine/locks', testedBy: engineTests, aim: critical },
  { name: 'state', folder: 'lib/state', testedBy: stateTests, aim: ordinary },
  { name: 'state/write', folder: 'lib/state/write', testedBy: stateTests, aim: critical },
  { name: 'service/access', folder: 'lib/service/access', testedBy: serviceTests, aim: critical },
  { name: 'service/records', folder: 'lib/service/records', testedBy: serviceTests, aim: critical },
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

/** Whether a test file is in the same folder of `lib` as a room. */
export const isNear = (room: Room, testFile: string) => isIn(room.folder.split('/').slice(0, 2).join('/'), testFile);

/** Returns whether mutants are made of a file: the source of a room, not a test or a fixture. */
export function isMutated(path: string): boolean {
  if (roomOf(path) === undefined || !/\.tsx?$/.test(path)) return false;
  return !/\.test\.tsx?$|\.d\.ts$|(^|\/)testing(\/|\.ts$)|\.factory\.tsx?$|^lib\/dashboard\/[^/]+\/parts\//.test(path);
}
