import { parseArgs } from 'node:util';
import { StartError } from '../steps.mjs';
import { usages } from '../usage.ts';
import { defaultBudgetInMs } from './judge.ts';
import { rooms } from './rooms.ts';

/** The options of `npm run mutants`. */
export type MutantsOptions = {
  /** Only mutants on lines that changed since this commit. */
  since: string | undefined;
  /** Names of the rooms whose mutants are tried. */
  rooms: readonly string[];
  /** Only mutants of these files. All files when it is empty. */
  files: readonly string[];
  /** Draws this many mutants of each room. */
  sample: number | undefined;
  seed: number;
  /** Whether the SQL faults are tried too. */
  withSql: boolean;
  /** Whether mutants of source code are tried. */
  withSource: boolean;
  /** Runs only the tests of the room's own folder: much quicker, and a lower bound. */
  isNear: boolean;
  /** Test files that run at the same time. */
  workers: number;
  budgetInMs: number;
};

/** Reads the arguments. Throws a `StartError` that lists what is allowed. */
export function parseOptions(args: readonly string[]): MutantsOptions {
  const names = rooms.map(({ name }) => name);
  const { values } = parsed(args);
  const asked = values.room ?? [];
  const unknown = asked.filter((name) => name !== 'sql' && !names.includes(name));
  if (unknown.length > 0)
    throw new StartError(`No room ${unknown.join(', ')}. The rooms are ${names.join(', ')}, sql.`);
  const ofSource = asked.filter((name) => name !== 'sql');
  const files = values.file ?? [];
  return {
    since: values.since,
    rooms: ofSource.length > 0 ? ofSource : names,
    files,
    sample: values.sample === undefined ? undefined : wholeNumber('sample', values.sample, 1),
    seed: wholeNumber('seed', values.seed, 0),
    withSql: asked.includes('sql') || (asked.length === 0 && files.length === 0 && values.since === undefined),
    withSource: asked.length === 0 || ofSource.length > 0,
    isNear: values.near,
    workers: wholeNumber('workers', values.workers, 1),
    budgetInMs: wholeNumber('budget', values.budget, 1) * 1_000,
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        since: { type: 'string' },
        room: { type: 'string', multiple: true },
        file: { type: 'string', multiple: true },
        sample: { type: 'string' },
        seed: { type: 'string', default: String(Math.floor(Math.random() * 1e6)) },
        near: { type: 'boolean', default: false },
        workers: { type: 'string', default: '2' },
        budget: { type: 'string', default: String(defaultBudgetInMs / 1_000) },
      },
    });
  } catch (error) {
    throw new StartError(`${error instanceof Error ? error.message : String(error)}\n${usages.mutants}`);
  }
}

function wholeNumber(name: string, text: string, least: number): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < least)
    throw new StartError(`--${name} is ${text}; it must be a whole number from ${least} on.`);
  return value;
}
