/** `12:03:10 UTC` on the day of `now`, otherwise `2026-11-20 12:03:10 UTC`. Both times are RFC 3339 UTC. */
export function clock(time: string, now: string): string {
  const day = time.slice(0, 10);
  const hours = `${time.slice(11, 19)} UTC`;
  return day === now.slice(0, 10) ? hours : `${day} ${hours}`;
}

/** `1 run`, `2 runs`, and from `cap` on `10,000+ runs`. */
export function counted(count: number, noun: string, cap = Number.POSITIVE_INFINITY): string {
  const amount = count >= cap ? `${cap.toLocaleString('en')}+` : count.toLocaleString('en');
  return `${amount} ${noun}${count === 1 ? '' : 's'}`;
}

/** Returns the first line of a text, cut at about 200 characters, without a full stop at its end. */
export function brief(text: string): string {
  const [line = ''] = text.trim().split('\n');
  const cut = line.length > 200 ? `${line.slice(0, 199)}…` : line;
  return cut.replace(/\.$/, '');
}
