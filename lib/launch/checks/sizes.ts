import type { SourceFile } from './rooms.ts';

const maximumLines = 400;
const maximumPageLines = 40;

/** Files that are too long to be one idea. */
export function checkSizes({ path, text }: SourceFile): string[] {
  const lines = text.trimEnd().split('\n').length;
  const maximum = /^app\/(?:.*\/)?page\.tsx$/.test(path) ? maximumPageLines : maximumLines;
  return lines > maximum ? [`${path}: ${lines} lines; ${maximum} at most`] : [];
}
