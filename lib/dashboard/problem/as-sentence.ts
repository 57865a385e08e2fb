/** Returns a detail of the service, which is a clause, as the sentence that stands alone on the screen. */
export function asSentence(text: string): string {
  const start = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(start) ? start : `${start}.`;
}
