import { isTestCode, type SourceFile } from './rooms.ts';

const breach = /\.toLocale\w*String\(|\bnew Intl\.\w+|\bIntl\.\w+\(/;

/** What may run in the browser of an operator. */
const ofPages = /^(?:app|components|lib\/(?:contract|dashboard))\//;

/** Each uses `Intl` only where nothing else can tell, or after the operator has asked for it. */
const allowed = [
  'components/ui/browser-zone.ts',
  'components/ui/find-zones.ts',
  'components/ui/time-format.ts',
  'components/ui/wall-clock.ts',
  'lib/contract/number-text.ts',
];

/**
 * Returns where the dashboard uses `Intl`. Its data is read when it is first used, in one task that holds the load of a page
 * for 13 ms, on a processor four times slower for 60 to 70.
 */
export function checkIntl({ path, text }: SourceFile): string[] {
  if (!ofPages.test(path) || isTestCode(path) || allowed.includes(path)) return [];
  return text.split('\n').flatMap((line, index) => {
    const found = breach.exec(line)?.[0];
    if (found === undefined) return [];
    return [
      `${path}:${index + 1}: ${found} holds up the load of a page: use numberText(), wallClock() or browserZone()`,
    ];
  });
}
