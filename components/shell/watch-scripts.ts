/** Scripts that were begun since, as far as they have not come. */
export type WatchedScripts = {
  /** Resolves when all of them have come or failed, also those that others of them began. */
  loaded: () => Promise<void>;
  stop: () => void;
};

/** A script that has come begins others within this time. */
const settledAfterMs = 50;

/** Watches the scripts that are put into the document's head from here on. */
export function watchScripts(): WatchedScripts {
  const missing = new Set<EventTarget>();
  const { promise, resolve } = Promise.withResolvers<void>();
  let isAwaited = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const settle = () => {
    clearTimeout(timer);
    if (isAwaited && missing.size === 0) timer = setTimeout(resolve, settledAfterMs);
  };
  const note = (records: readonly MutationRecord[]) => {
    for (const node of records.flatMap(({ addedNodes }) => [...addedNodes]))
      if (node instanceof HTMLScriptElement && node.src !== '') missing.add(node);
    settle();
  };
  const observer = new MutationObserver(note);
  const end = ({ target }: Event) => {
    if (target !== null && missing.delete(target)) settle();
  };
  observer.observe(document.head, { childList: true });
  for (const kind of ['load', 'error']) document.addEventListener(kind, end, true);
  return {
    loaded() {
      isAwaited = true;
      note(observer.takeRecords());
      return promise;
    },
    stop() {
      clearTimeout(timer);
      observer.disconnect();
      for (const kind of ['load', 'error']) document.removeEventListener(kind, end, true);
      resolve();
    },
  };
}
