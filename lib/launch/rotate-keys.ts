// `npm run keys -- status | add | rotate | remove`: changes the key that secrets are encrypted with.
import { changeKeys } from './change-keys.ts';
import { endCommand } from './end-command.ts';

try {
  process.exitCode = await changeKeys(process.argv.slice(2), process.env, console.log);
} catch (error) {
  endCommand(error);
}
