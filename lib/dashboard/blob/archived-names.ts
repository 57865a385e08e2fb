/**
 * What names of files cannot hold somewhere: control characters, and what Windows keeps for itself. Marks of direction
 * are as little in a name as in that of a single download: `invoice<U+202E>fdp.exe` looks like a document.
 */
const unsafe = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\\:*?"<>|]|[. ]+$/gu;
/** Names of devices, which Windows opens instead of a file, whatever follows a dot. */
const device = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/** The bytes in UTF-8 that each part of a path has at most: file systems take 255, and a number may follow. */
const longestPart = 240;
/** An ending up to this length stays at the end of a part that is cut. */
const longestEnding = /\.[^.]{1,15}$/u;

/**
 * The name of each blob in an archive: the id of its entry, and below it the name of its file where that is another one.
 * No name leaves the folder that the archive is unpacked in, none is there twice, and none is that of a folder: of two
 * that are, a program that unpacks them writes one and loses the other.
 */
export function archivedNames(blobs: readonly { id: string; fileName?: string | undefined }[]): string[] {
  const names = blobs.map(({ id, fileName }) => {
    const isNamedAlike = fileName === undefined || id === fileName || id.endsWith(`/${fileName}`);
    return safePath(isNamedAlike ? id : `${id}/${fileName.replaceAll('/', '_')}`);
  });
  const taken = new Set(names.flatMap(foldersOf).map(alike));
  return names.map((name) => {
    const free = freeName(name, taken);
    taken.add(alike(free));
    return free;
  });
}

/** One text for all names that some file system takes for one: upper and lower case, and forms of a character. */
function alike(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** The folders that a name needs: `a` and `a/b` for `a/b/c`. */
function foldersOf(name: string): string[] {
  const segments = name.split('/').slice(0, -1);
  return segments.map((_, at) => segments.slice(0, at + 1).join('/'));
}

function safePath(path: string): string {
  return path
    .split('/')
    .map((segment) => (/^\.*$/.test(segment) ? '_' : cut(segment).replace(unsafe, '_').replace(device, '$1_')))
    .join('/');
}

/** A part of a path that file systems take, with its ending. No character of it is cut in two. */
function cut(part: string): string {
  if (bytesOf(part) <= longestPart) return part;
  const ending = longestEnding.exec(part)?.[0] ?? '';
  const left = longestPart - bytesOf(ending);
  let bytes = 0;
  let kept = '';
  for (const character of part) {
    bytes += bytesOf(character);
    if (bytes > left) break;
    kept += character;
  }
  return `${kept}${ending}`;
}

function bytesOf(text: string): number {
  return Buffer.byteLength(text);
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name} (${number})`;
    if (!taken.has(alike(candidate))) return candidate;
  }
}
