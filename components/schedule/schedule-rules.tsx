/** What every schedule keeps to; none of it can be chosen. */
export function ScheduleRules() {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-xs">
      <dt className="font-medium">Overlap</dt>
      <dd className="text-muted">Runs never overlap. The next run is planned when the current one has ended.</dd>
      <dt className="font-medium">Catch-up</dt>
      <dd className="text-muted">None. Occurrences during a run, a pause or an outage are skipped.</dd>
    </dl>
  );
}
