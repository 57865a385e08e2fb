import { parts } from './test/stages.ts';

/** What each command does and which arguments it has, as `npm run <command> -- --help` prints it. */
export const usages = {
  start: 'npm start   runs everything on this machine until Ctrl-C or "npm stop"',
  stop: 'npm stop   stops what "npm start" runs on the same data folder',
  dev: 'npm run dev   runs everything with reload, until Ctrl-C or "npm stop"',
  service: 'npm run service   runs one service',
  worker: `npm run worker                             runs one worker with the task types of TASKDECK_TASKS
npm run worker -- ./my-tasks.ts [more …]   also with those that these modules export`,
  dashboard: 'npm run dashboard   runs one dashboard',
  samples: 'npm run samples   creates sample tasks and entries',
  blobs: `npm run blobs -- check              what is wrong with the blobs, changing nothing
npm run blobs -- repair             takes blobs without their bytes from their entries, removes bytes that nobody knows
npm run blobs -- repair --all       also where all blobs have lost their bytes, or nobody knows any of the bytes
npm run blobs -- check --thorough   reads every byte and compares the hashes as well`,
  keys: `npm run keys -- status   what the keys encrypt, changing nothing
npm run keys -- add      makes a new key, in front of the others
npm run keys -- rotate   encrypts everything with the first key, and makes a new signing key
npm run keys -- remove   removes every key but the first, when nothing needs them
npm run keys -- remove --drop-tokens   does so too while creators of tasks wait with tokens of former keys`,
  audit: `npm run audit -- verify                        checks that no record was changed or removed
npm run audit -- verify --expect <id>:<hash>   checks also that the newest record of an earlier check is still there`,
  passkeys: 'npm run passkeys -- reset <e-mail>   removes the passkeys and recovery codes of an operator',
  migrate: `npm run migrate   needs two URLs of the same database:
  DATABASE_OWNER_URL   with the role that owns the tables
  DATABASE_URL         with the role of service and workers, which must exist`,
  bench: `npm run bench -- [--only <measure> …] [--subject <name> …] [--rounds <number>] [--scale <number>] [--verbose]
npm run bench -- soak | dashboards | lighthouse | network | --large   with options of each`,
  simulate:
    'npm run simulate -- [--histories <number>] [--seed <number>] [--repeat <number>] [--stop]   random histories of runs',
  snapshot: "npm run snapshot   replaces the snapshot of this version's schema",
  package: `npm run package               packs taskdeck/client and taskdeck/worker
npm run package -- --report   also rewrites docs/client-api.txt and docs/http-api.txt`,
  reference: 'npm run reference   writes a page for every class and type of the package',
  test: `npm test                        everything that CI checks
npm test -- [${parts.join('] [')}]   parts of it`,
  mutants:
    'npm run mutants -- [--since <commit>] [--room <name> …] [--file <path> …] [--sample <number>] [--seed <number>] [--near] [--workers <number>] [--budget <seconds>]',
};

export type Command = keyof typeof usages;

const withoutArguments: ReadonlySet<Command> = new Set([
  ...(['start', 'stop', 'dev', 'service', 'dashboard', 'samples', 'migrate', 'snapshot', 'reference'] as const),
]);

export function isCommand(name: string): name is Command {
  return Object.hasOwn(usages, name);
}

export const isHelp = (args: readonly string[]): boolean => args.some((arg) => arg === '--help' || arg === '-h');

/** Returns the first argument that the command does not take. Commands with options of their own check them by themselves. */
export function unknownArgument(command: Command, args: readonly string[]): string | undefined {
  if (withoutArguments.has(command)) return args[0];
  if (command === 'worker') return args.find((arg) => arg.startsWith('-'));
  if (command === 'package') return args.find((arg) => arg !== '--report');
  if (command === 'simulate')
    return args.find((arg) => arg.startsWith('-') && !optionsOf(command).includes(nameOf(arg)));
  return undefined;
}

/** The options that a usage names. */
const optionsOf = (command: Command): readonly string[] => usages[command].match(/--\w[\w-]*/g) ?? [];

const nameOf = (option: string) => option.split('=', 1)[0] ?? option;
