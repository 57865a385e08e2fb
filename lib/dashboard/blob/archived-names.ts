/**
 * What names of files cannot hold somewhere: control characters, and what Windows keeps for itself. Marks of direction
 * are as little in a name as in that of a single download: `invoice<U+202E>fdp.exe` looks like a document.
 */
const unsafe = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\\:*?"<>|]|[. ]+$/gu;
/** Names of devices, which Windows opens instead of a file, whatever follows a dot. */
const device = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/**
 * The name of each blob in an archive: the id of its entry, and below it the name of its file where that is another one.
 * No name leaves the folder that the archive is unpacked in, and none is there twice.
 */
export function archivedNames(blobs: readonly { id: string; fileName?: string | undefined }[]): string[] {
  const taken = new Set<string>();
  return blobs.map(({ id, fileName }) => {
    const isNamedAlike = fileName === undefined || id === fileName || id.endsWith(`/${fileName}`);
    const name = safePath(isNamedAlike ? id : `${id}/${fileName.replaceAll('/', '_')}`);
    const free = freeName(name, taken);
    taken.add(free.toLowerCase()); // some file systems do not tell upper from lower case
    return free;
  });
}

function safePath(path: string): string {
  return path
    .split('/')
    .map((segment) => (/^\.*$/.test(segment) ? '_' : segment.replace(unsafe, '_').replace(device, '$1_')))
    .join('/');
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name} (${number})`;
    if (!taken.has(candidate.toLowerCase())) return candidate;
  }
}
