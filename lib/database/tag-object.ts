/** The JSON object that a tag filter `key=value` asks for: `tags @> '{"key":"value"}'`. */
export function tagObject(tag: string): string {
  const split = tag.indexOf('=');
  return JSON.stringify({ [tag.slice(0, split)]: tag.slice(split + 1) });
}
