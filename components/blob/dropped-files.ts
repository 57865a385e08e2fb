/** What a drop holds, apart. A browser hands over a folder as a file that nobody can read. */
export function droppedIn({ items, files }: DataTransfer): { files: File[]; folders: FileSystemDirectoryEntry[] } {
  const entries = [...items].filter(({ kind }) => kind === 'file').map((item) => item.webkitGetAsEntry());
  return {
    files: [...files].filter((_, at) => entries[at]?.isDirectory !== true),
    folders: entries.filter((entry) => entry !== null && isFolder(entry)),
  };
}

/** What operating systems keep in folders for themselves. */
const ofTheSystem = ['.DS_Store', 'Thumbs.db', 'desktop.ini'];

/**
 * Returns the files of folders and of the folders in them, each with its path from the first folder on. Ends above a
 * number of files. Rejects when something cannot be read.
 */
export async function filesInFolders(folders: readonly FileSystemEntry[], maximum: number): Promise<File[]> {
  const found: File[] = [];
  const left = [...folders];
  for (let entry = left.shift(); entry !== undefined && found.length <= maximum; entry = left.shift()) {
    if (isFolder(entry)) left.push(...(await entriesOf(entry)));
    else if (isFile(entry) && !ofTheSystem.includes(entry.name)) found.push(await fileOf(entry));
  }
  return found;
}

/** What names a file: its name, and in a folder its path. */
export type NamedFile = Pick<File, 'name'> & Partial<Pick<File, 'webkitRelativePath'>>;

/** Returns the path of a file from its folder on, such as `photos/2024/a.jpg`: without a folder, its name. */
export function pathOfFile(file: NamedFile): string {
  return file.webkitRelativePath || file.name;
}

async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all; // a browser hands over a hundred at a time
    all.push(...some);
  }
}

/** A browser gives the path only to files of its own dialog. */
async function fileOf(entry: FileSystemFileEntry): Promise<File> {
  const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
  Object.defineProperty(file, 'webkitRelativePath', { value: entry.fullPath.replace(/^\//, '') });
  return file;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}
