// Run by `start.mjs` when Node 24 and the packages are installed: `main.ts [<command>] [arguments]`.
import { readConfig } from './config.ts';
import { findInstance, stopInstance } from './instance.ts';
import { runAll } from './run-all.ts';
import { isRole, runOne } from './run-one.ts';
import { giveUp, StartError, step } from './steps.mjs';
import { runTests } from './test/run-tests.ts';
import { type Command, isCommand, isHelp, unknownArgument, usages } from './usage.ts';

async function main(command: string, args: readonly string[]): Promise<number> {
  if (!isCommand(command))
    throw new StartError(`Unknown command ${command}. The commands: ${Object.keys(usages).join(', ')}.`);
  if (isHelp(args)) {
    console.log(usages[command]);
    return 0;
  }
  const unknown = unknownArgument(command, args);
  if (unknown !== undefined) throw new StartError(`There is no argument ${unknown}.\n\n${usages[command]}`);
  return perform(command, args);
}

async function perform(command: Command, args: readonly string[]): Promise<number> {
  if (isRole(command)) return runOne(command, args);
  switch (command) {
    case 'start':
    case 'dev':
      await runAll({ isDevelopment: command === 'dev' });
      return 0;
    case 'test':
      return runTests(args);
    case 'mutants': {
      const { runMutants } = await import('./mutants/run-mutants.ts'); // its packages are installed for development only
      return runMutants(args);
    }
    case 'stop': {
      const { dataFolder } = readConfig(process.env);
      const running = await findInstance(dataFolder);
      if (!running) console.log(`Nothing runs on ${dataFolder}.`);
      else await step('Stopping', () => stopInstance(dataFolder, running));
      return 0;
    }
  }
}

try {
  const [command = 'start', ...args] = process.argv.slice(2);
  process.exit(await main(command, args));
} catch (error) {
  giveUp(error);
}
