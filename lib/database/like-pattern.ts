/** Returns the pattern of `like` and `ilike` for texts that contain this one. Its `%`, `_` and `\` are literal. */
export function containing(text: string): string {
  return `%${escapeLike(text)}%`;
}

/** Returns the pattern for texts that begin with this one. */
export function beginningWith(text: string): string {
  return `${escapeLike(text)}%`;
}

function escapeLike(text: string): string {
  return text.replaceAll('\u0000', '').replaceAll(/[\\%_]/g, '\\$&');
}
