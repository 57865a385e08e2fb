import { processes } from './processes.ts';

// Prints the process of a job, and has it perform one that does not end by itself.
const { results } = await processes.run('ada', ['pid']);
process.stdout.write(`${results[0]}\n`);
await processes.run('ada', ['backtrack']);
