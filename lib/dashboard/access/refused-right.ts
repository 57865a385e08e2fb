type Watcher = () => void;

const watchers = new Set<Watcher>();

/** Notes that a read of this page was refused for a right that its operator lacks. */
export function noteRefusedRight(): void {
  for (const watcher of watchers) watcher();
}

/** Calls with each such refusal, until the end that it returns. */
export function onRefusedRight(watcher: Watcher): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Whether an operator is refused for a right that they lack, perhaps since a moment ago. */
export function isMissingRight({ code }: { code?: string }): boolean {
  return code === 'InsufficientScope' || code === 'OutsideBounds';
}

/** Whether an answer says that the access which is held for a session is not to be used again. */
export function isOfOldAccess(problem: { code?: string }): boolean {
  return problem.code === 'Unauthenticated' || isMissingRight(problem);
}
