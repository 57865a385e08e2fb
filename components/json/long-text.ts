/** Longer texts are checked and formatted in a worker, and edited without colours and folding: those parse on the page's thread. */
const longCharacters = 128 * 1024;

/** Whether a text is too long to be parsed while it is typed. */
export function isLongText(text: { readonly length: number }): boolean {
  return text.length > longCharacters;
}
