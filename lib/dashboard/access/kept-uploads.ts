/** Names an upload of an operator, so that the browser can go on with it. The name is kept with what its content is. */
export function uploadNameOf(operator: string, ...of: readonly (string | number)[]): string {
  return JSON.stringify(['taskdeck', operator, ...of]);
}

/** As tus-js-client names what it keeps. */
const prefix = 'tus::';
const ours = `${prefix}["taskdeck",`;

/**
 * Removes what the browser keeps of begun uploads for all tabs, except those of one operator: names of entries and files,
 * and hashes. Does nothing where the browser has no storage.
 */
export function forgetKeptUploads(except?: string): void {
  const kept = except === undefined ? undefined : `${prefix}${uploadNameOf(except).slice(0, -1)},`;
  try {
    const names = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index));
    for (const name of names)
      if (name?.startsWith(ours) && (kept === undefined || !name.startsWith(kept))) localStorage.removeItem(name);
  } catch {
    // without storage there is nothing to remove
  }
}
