/** What each room may import besides itself: the arrows of docs/architecture.md and everything that they lead to. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  client: ['contract'],
  components: ['contract'],
  dashboard: ['contract', 'client', 'components'],
  app: ['contract', 'client', 'components', 'dashboard'],
  database: ['contract'],
  blobs: ['contract'],
  confined: [],
  schema: ['contract', 'confined'],
  state: ['contract', 'database', 'blobs', 'confined', 'schema'],
  engine: ['contract', 'database', 'blobs', 'confined', 'schema', 'state'],
  service: ['contract', 'database', 'blobs', 'state', 'engine'],
  worker: ['contract', 'client', 'database', 'blobs', 'state', 'engine'],
  samples: ['contract', 'worker'],
  launch: ['contract', 'client', 'database', 'blobs', 'state', 'engine', 'service', 'worker', 'samples', 'dashboard'],
};

/** Rooms whose files are imported by path, because they mix server and browser code. */
const openRooms = ['components', 'dashboard', 'app'];

const roomsWithSql = ['database', 'state', 'engine', 'service'];

/** One source file: its path from the project's folder, and its text. */
export type SourceFile = { path: string; text: string };

/** Returns the room of a path, or `undefined` outside of the rooms (e2e, bench, configuration). */
export function roomOf(path: string): string | undefined {
  const [top, second] = path.split('/');
  return top === 'lib' ? second : top === 'app' || top === 'components' ? top : undefined;
}

/** Tests and their fixtures may import across rooms. */
export const isTestCode = (path: string) => /\.test\.tsx?$|(^|\/)testing(\/|\.ts$)|\.factory\.tsx?$/.test(path);

/** Returns every violation of the import rules in one file, each as `path:line: what is wrong`. */
export function checkRooms(file: SourceFile): string[] {
  const room = roomOf(file.path);
  if (room === undefined || isTestCode(file.path)) return [];
  const may = allowed[room];
  if (!may) return [`${file.path}:1: lib/${room} is not a room of docs/architecture.md`];
  const problems: string[] = [];
  for (const { specifier, line } of importsOf(file.text)) {
    const problem = judgeImport(file.path, room, may, specifier);
    if (problem) problems.push(`${file.path}:${line}: ${problem}`);
  }
  for (const { pattern, problem } of forbiddenText(room)) {
    const index = file.text.search(pattern);
    if (index >= 0) problems.push(`${file.path}:${lineAt(file.text, index)}: ${problem}`);
  }
  return problems;
}

function judgeImport(path: string, room: string, may: readonly string[], specifier: string): string | undefined {
  const target = targetOf(path, specifier);
  if (!target || target.room === room) return undefined;
  if (!may.includes(target.room)) return `${room} may not import ${target.room} (${specifier})`;
  if (target.isInside && !openRooms.includes(target.room))
    return `only the index.ts of lib/${target.room} may be imported from outside: use #${target.room}, not ${specifier}`;
  return undefined;
}

type Target = { room: string; isInside: boolean };

/** Returns the room that a specifier leads to, or `undefined` for packages and files outside of the rooms. */
function targetOf(path: string, specifier: string): Target | undefined {
  if (specifier.startsWith('#')) {
    const [room = '', inside] = specifier.slice(1).split('/');
    return { room, isInside: inside !== undefined };
  }
  const resolved = specifier.startsWith('@/')
    ? specifier.slice(2)
    : specifier.startsWith('.')
      ? new URL(specifier, `file:///${path}`).pathname.slice(1)
      : undefined;
  const room = resolved && roomOf(resolved);
  return room ? { room, isInside: true } : undefined;
}

/** Static and dynamic imports and re-exports, with their lines. */
export function importsOf(text: string): { specifier: string; line: number }[] {
  const pattern =
    /^\s*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]|^\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm;
  return Array.from(text.matchAll(pattern), (match) => ({
    specifier: match[1] ?? match[2] ?? match[3] ?? '',
    line: lineAt(text, match.index + match[0].search(/\S/)),
  }));
}

function forbiddenText(room: string): { pattern: RegExp; problem: string }[] {
  const rules = [];
  if (!roomsWithSql.includes(room))
    rules.push({
      pattern: /\b(?:database|transaction|connection|sql|tx)(?:<[^`]*?>)?`|\.unsafe\(/,
      problem: `SQL belongs in ${roomsWithSql.join(', ')}, not in ${room}`,
    });
  if (room === 'components')
    rules.push({
      pattern:
        /\bfetch\(|new EventSource\(|['"]use server['"]|from ['"](?:@tanstack\/react-query|next-auth[^'"]*|server-only)['"]/,
      problem: 'components know nothing of fetching: pages and their client shells pass them data and callbacks',
    });
  return rules;
}

const lineAt = (text: string, index: number) => text.slice(0, index).split('\n').length;
