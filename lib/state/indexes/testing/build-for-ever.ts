// A process that builds indexes and saves entries without pause, and prints a line after each step. It is made to be
// killed at any moment.
import { type StateWriter, stateInput } from '#contract';
import { connect } from '#database';
import { createState } from '../../create-state.ts';
import { buildIndexes } from '../build-indexes.ts';

const [databaseUrl = '', storeName = ''] = process.argv.slice(2);
const database = connect(databaseUrl, { connections: 4 });
const state = createState({ database });
const writer: StateWriter = { kind: 'system', id: '', name: 'killed process' };

async function build(): Promise<void> {
  if (!(await buildIndexes(database))) return;
  process.stdout.write('step\n');
}

let saved = 0;
async function save(): Promise<void> {
  saved += 1;
  const input = stateInput.parse({ id: `saved/${saved % 50}`, value: { n: saved } });
  await state.save({ namespace: '', storeName }, input, writer);
}

const forEver = async (work: () => Promise<void>) => {
  for (;;) await work();
};
await Promise.all([build, save].map(forEver));
