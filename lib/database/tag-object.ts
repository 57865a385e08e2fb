/** Returns the JSON object of a tag filter `key=value`: `tags @> '{"key":"value"}'`. */
export function tagObject(tag: string): string {
  const split = tag.indexOf('=');
  return JSON.stringify({ [tag.slice(0, split)]: tag.slice(split + 1) });
}
