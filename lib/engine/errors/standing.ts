/** What an operator decided about a group, and what is left of a mute. */
export type Standing = {
  state: 'open' | 'resolved' | 'muted';
  changedOn: string | null;
  resolvedIn: string | null;
  mutedUntil: string | null;
  mutedFailures: number | null;
  mutedPerHour: number | null;
  reopenedOn: string | null;
};

/** Failures of one worker version, as they are counted. */
export type Counted = { version: string; count: number; lastOn: string };

/** What decides whether failures reopen a group. */
type Circumstances = {
  /** The database's time. */
  now: string;
  /** Failures of the group in the last hour, these included. */
  inLastHour: number;
  /** When each version of the type was first registered. */
  registeredOn: ReadonlyMap<string, string>;
};

/**
 * Returns a group's standing after failures. A resolved group opens when it fails later, or, when it was resolved in a
 * version, when that version or a newer one fails. A muted group opens when one of its conditions is met.
 */
export function standingAfter(standing: Standing, failures: readonly Counted[], given: Circumstances): Standing {
  const since = standing.changedOn ?? '';
  const later = failures.filter(({ lastOn }) => lastOn > since);
  if (later.length === 0 || standing.state === 'open') return standing;
  if (standing.state === 'resolved')
    return later.some((failure) => isOfOrAfter(failure.version, standing.resolvedIn, given.registeredOn))
      ? reopened(standing, given.now)
      : standing;
  const left =
    standing.mutedFailures === null ? null : standing.mutedFailures - later.reduce((sum, { count }) => sum + count, 0);
  const isOver =
    (standing.mutedUntil !== null && later.some(({ lastOn }) => lastOn > (standing.mutedUntil ?? ''))) ||
    (left !== null && left < 0) ||
    (standing.mutedPerHour !== null && given.inLastHour > standing.mutedPerHour);
  return isOver ? reopened(standing, given.now) : { ...standing, mutedFailures: left };
}

function isOfOrAfter(version: string, resolvedIn: string | null, registeredOn: Circumstances['registeredOn']): boolean {
  if (resolvedIn === null || version === resolvedIn) return true;
  const [of, from] = [registeredOn.get(version), registeredOn.get(resolvedIn)];
  return of !== undefined && from !== undefined && of > from;
}

function reopened(standing: Standing, now: string): Standing {
  return {
    ...standing,
    state: 'open',
    resolvedIn: null,
    mutedUntil: null,
    mutedFailures: null,
    mutedPerHour: null,
    reopenedOn: now,
  };
}
