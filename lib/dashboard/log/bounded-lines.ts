import { numberText } from '#contract';

/** Pages of lines, the last of which a limit may have cut off. */
type Pages<Line> = AsyncIterable<readonly Line[]>;

type DownloadLimits = { lines: number; milliseconds: number };

/** What one download of the logs of all tasks has at most. */
const downloadLimits: DownloadLimits = { lines: 100_000, milliseconds: 60_000 };

/**
 * Writes lines until their end or a limit. Where a limit ends it, the last line is `note` with the reason, so that a part
 * is not taken for the whole.
 */
export async function* boundedLines<Line>(
  pages: Pages<Line>,
  write: (line: Line) => string,
  note: (reason: string) => string,
  limits = downloadLimits,
  now: () => number = () => performance.now(),
): AsyncGenerator<string> {
  const deadline = now() + limits.milliseconds;
  let left = limits.lines;
  for await (const page of pages) {
    const taken = page.slice(0, left);
    left -= taken.length;
    yield taken.map((line) => `${write(line)}\n`).join('');
    if (taken.length < page.length) {
      yield `${note(`There are more than ${numberText(limits.lines)} lines.`)}\n`;
      return;
    }
    if (now() > deadline) {
      yield `${note(`The search was ended after ${limits.milliseconds / 1_000} s. Older lines are missing.`)}\n`;
      return;
    }
  }
}
