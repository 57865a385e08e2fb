/** Returns a number from 0 to 1 that looks random and is always the same for the same text. */
export function draw(text: string): number {
  let hash = 2_166_136_261; // FNV-1a
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 16_777_619);
  hash = Math.imul(hash ^ (hash >>> 15), 2_246_822_507);
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
}
