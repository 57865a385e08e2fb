/** The name of an operator's folder on the browser's disk. */
const folderOf = (operator: string) => encodeURIComponent(operator);

/**
 * Opens the folder of an operator on the disk that the browser lends this origin. What is written there is removed at a
 * sign-out, and when another operator uses the browser.
 */
export async function openFolderOf(operator: string): Promise<FileSystemDirectoryHandle> {
  const disk = await navigator.storage.getDirectory();
  return disk.getDirectoryHandle(folderOf(operator), { create: true });
}

/** Removes the files that the browser's disk keeps for this origin, except those of one operator. */
export async function forgetKeptFiles(except?: string): Promise<void> {
  if (typeof navigator.storage?.getDirectory !== 'function') return; // without a disk there is nothing to remove
  const kept = except === undefined ? undefined : folderOf(except);
  try {
    const disk = await navigator.storage.getDirectory();
    const names = await Array.fromAsync(disk.keys());
    await Promise.allSettled(
      names.filter((name) => name !== kept).map((name) => disk.removeEntry(name, { recursive: true })),
    );
  } catch {
    // a browser that refuses its disk, as in a private window, keeps nothing on it
  }
}
