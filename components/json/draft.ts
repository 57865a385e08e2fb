const prefix = 'taskdeck.draft.';

/** An unfinished text that survives a reload of this tab; `undefined` where there is none. */
export function readDraft(key: string): string | undefined {
  try {
    return sessionStorage.getItem(prefix + key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps an unfinished text. Where the browser keeps none (storage off or full), a reload loses it. */
export function writeDraft(key: string, text: string): void {
  try {
    sessionStorage.setItem(prefix + key, text);
  } catch {
    clearDraft(key);
  }
}

export function clearDraft(key: string): void {
  try {
    sessionStorage.removeItem(prefix + key);
  } catch {
    // without storage there is nothing to remove
  }
}
