/** Two versions of an entry that are compared; `from` is 0 where there was nothing before `to`. */
export type ComparedVersions = { from: number; to: number };

/** Writes what is compared for an address: `3..5`. */
export function writeCompared({ from, to }: ComparedVersions): string {
  return `${from}..${to}`;
}

/** Reads what an address compares, the older first; `undefined` where that makes no sense for these versions. */
export function readCompared(
  text: string | null,
  versions: readonly { version: number }[],
): ComparedVersions | undefined {
  const [, left, right] = /^(\d{1,15})\.\.(\d{1,15})$/.exec(text ?? '') ?? [];
  if (left === undefined || right === undefined) return undefined;
  const [from, to] = [Number(left), Number(right)].sort((a, b) => a - b);
  const isKnown = (one: number) => versions.some(({ version }) => version === one);
  if (from === undefined || to === undefined || from === to || !isKnown(to)) return undefined;
  return from === 0 || isKnown(from) ? { from, to } : undefined;
}

/** What a version is compared with to see what it changed: the one before it that is kept. */
export function changeOf(version: number, versions: readonly { version: number }[]): ComparedVersions {
  const earlier = versions.map((one) => one.version).filter((one) => one < version);
  return { from: Math.max(0, ...earlier), to: version };
}
