/** The words of a text that lists them, with spaces, commas or lines between them. */
export function wordsOf(text: string): string[] {
  return text.split(/[\s,]+/).filter((word) => word !== '');
}
