/** What an old page needs of the browser. */
export type OldPageHost = {
  hasUnsavedWork(): boolean;
  isHidden(): boolean;
  /** Milliseconds since the operator last pressed a key or moved the pointer. */
  idleInMs(): number;
  /** The build that this tab was last reloaded for, so that two servers of different builds cause no loop. */
  reloadedFor(): string | null;
  keepReloadedFor(build: string): void;
  reload(): void;
};

/** Nobody reads a page for long without moving the pointer over it. */
const idleBeforeReloadInMs = 10_000;

/** Reloads an old page when that interrupts nothing. Returns whether it did. */
export function reloadWhenFree(build: string, host: OldPageHost): boolean {
  if (host.reloadedFor() === build || host.hasUnsavedWork()) return false;
  if (!host.isHidden() && host.idleInMs() < idleBeforeReloadInMs) return false;
  host.keepReloadedFor(build);
  host.reload();
  return true;
}
