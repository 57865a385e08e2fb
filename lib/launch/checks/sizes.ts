import type { SourceFile } from './rooms.ts';

const maximumLines = 400;
const maximumPageLines = 40;

/** Returns the files that are too long for one topic. */
export function checkSizes({ path, text }: SourceFile): string[] {
  const lines = text.trimEnd().split('\n').length;
  const maximum = /^app\/(?:.*\/)?page\.tsx$/.test(path) ? maximumPageLines : maximumLines;
  return lines > maximum ? [`${path}: ${lines} lines; ${maximum} at most`] : [];
}
