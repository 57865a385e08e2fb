/** What can be left out of a copy, by what it is a copy of. */
export const copyParts = {
  run: ['values', 'logs', 'events', 'sources'],
  errorGroup: ['comparison', 'tasks', 'sources', 'audit'],
  bulkOperation: ['results', 'audit'],
} as const;

export type CopyPart = (typeof copyParts)[keyof typeof copyParts][number];

/** The parts as the dialog names them. */
export const copyPartWords: Readonly<Record<CopyPart, string>> = {
  values: 'Input, output and outputs of steps',
  logs: 'Log lines',
  events: 'Events',
  comparison: 'What the failing tasks have in common, with values of inputs and tags',
  tasks: 'Tasks',
  results: 'The result of each task',
  sources: 'Original source of stacks',
  audit: 'What was done, by whom',
};

/** What a copy holds: how many of each, their size in bytes of JSON, and how many values are hidden. */
export type CopySummary = {
  contents: { name: string; one: string; count: number; bytes: number }[];
  hiddenValues: number;
  leftOut: readonly CopyPart[];
  /** Names of lists of which only the first items are in the copy. */
  cut: string[];
};

/** The names of the lists that were too long for a file. */
export function cutLists(isCut: Readonly<Record<string, boolean | undefined>>): string[] {
  return Object.entries(isCut).flatMap(([name, is]) => (is ? [name] : []));
}
