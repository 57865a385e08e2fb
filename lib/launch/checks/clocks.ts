import { isTestCode, type SourceFile } from './rooms.ts';

const breach = /\bDate\.now\(\)|\bnew Date\(\)/;

/** Where the clock of the operator's computer is compared with the server's. */
const measuring = ['components/ui/present.ts', 'lib/dashboard/query/fetch-json.ts'];

/**
 * Returns where the dashboard asks the clock of the operator's computer, which may be wrong by hours, for a time that is
 * compared with the service's or sent to it.
 */
export function checkClocks({ path, text }: SourceFile): string[] {
  if (!/^(?:app|components|lib\/dashboard)\//.test(path) || isTestCode(path) || measuring.includes(path)) return [];
  return text.split('\n').flatMap((line, index) => {
    const found = breach.exec(line)?.[0];
    if (found === undefined) return [];
    return [
      `${path}:${index + 1}: ${found} is the clock of the operator’s computer: use presentTime(), or performance.now() for how long something takes`,
    ];
  });
}
