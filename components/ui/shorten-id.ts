/** Shortens the middle: both ends tell ids apart, the middle rarely does. */
export function shortenId(id: string, maximum = 18): string {
  if (id.length <= maximum) return id;
  const tail = Math.floor((maximum - 1) / 2);
  return `${id.slice(0, maximum - 1 - tail)}…${id.slice(-tail)}`;
}
