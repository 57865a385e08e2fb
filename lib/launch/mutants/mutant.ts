/** One small change of the source that a test should notice. Lines and columns count from 1. */
export type Mutant = {
  /** The number that the instrumented source uses for it. */
  id: string;
  room: string;
  file: string;
  line: number;
  column: number;
  /** Line of its last character. */
  endLine: number;
  /** Offsets of the replaced text in the original file. */
  start: number;
  end: number;
  /** What kind of change, e.g. `EqualityOperator`. */
  kind: string;
  /** The replaced text and its replacement. */
  original: string;
  replacement: string;
};

/**
 * What became of a mutant. `timeout`: a test or the whole run took too long. `refused`: the type checker finds it, so it
 * is not counted. `uncovered`: no test reaches it, which counts as survived.
 */
export type Verdict = 'killed' | 'timeout' | 'survived' | 'uncovered' | 'refused';

export type Judged = {
  mutant: Mutant;
  verdict: Verdict;
  /** The test file that noticed it. */
  by?: string;
  /** Of a survivor: how many test files that reach it did not run, as they take longer than its budget. */
  notRun?: number;
};

/** One line that identifies a mutant: its place and its change. */
export function describeMutant({ file, line, column, kind, original, replacement }: Mutant): string {
  return `${file}:${line}:${column} ${kind}: ${shorten(original)} → ${shorten(replacement)}`;
}

const maximumShown = 70;

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > maximumShown ? `${line.slice(0, maximumShown)}…` : line;
}
