/** A fault of an SQL statement that a test should notice. */
export type SqlFault = {
  /** The file with the statement: a migration, or source with SQL in template literals, which are not mutated. */
  file: string;
  /** Occurs exactly once in the file. */
  text: string;
  replacement: string;
  /** Test files of which one must fail, the likeliest first. */
  tests: readonly string[];
};

/** Why a fault cannot be put into its file, or `undefined` when it can. */
export function problemOf({ text, replacement, tests }: SqlFault, fileText: string): string | undefined {
  const times = fileText.split(text).length - 1;
  if (times !== 1) return `its text stands ${times} times in the file, not once`;
  if (text === replacement) return 'it changes nothing';
  if (tests.length === 0) return 'it names no test';
  return undefined;
}

/** One line that names a fault. */
export const describeFault = ({ file, text, replacement }: SqlFault) =>
  `${file}: ${text.replaceAll(/\s+/g, ' ')} → ${replacement.replaceAll(/\s+/g, ' ') || '(nothing)'}`;
