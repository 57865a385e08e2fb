import { isTestCode, type SourceFile } from './rooms.ts';

/** They call the library: one bounds the wait, the other runs in the background. */
const callers = ['lib/dashboard/query/read-again.ts', 'lib/dashboard/live/refresh-round.ts'];

/**
 * Returns the places in the dashboard that can wait for a read without end. A read pauses while the network is cut, and a
 * dialog that waits for it stays busy after its change was made.
 */
export function checkReads({ path, text }: SourceFile): string[] {
  if (!/^(?:app|components|lib\/dashboard)\//.test(path) || isTestCode(path) || callers.includes(path)) return [];
  const breach = /(?<!\bvoid (?:\w+\.)*\w+)\.(?:invalidate|refetch|reset)Queries\(|\bawait (?:\w+\.)*refetch\(/;
  return text.split('\n').flatMap((line, index) => {
    const found = breach.exec(line)?.[0].replace(/^(?:await |\.)/, '');
    const remedy = 'use readAgain or whileConnected of lib/dashboard/query/read-again.ts';
    return found === undefined ? [] : [`${path}:${index + 1}: ${found}) can wait for a network: ${remedy}`];
  });
}
