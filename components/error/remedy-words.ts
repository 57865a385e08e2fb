import { type ErrorRemedies, numberText } from '#contract';

export type Remedy = ErrorRemedies['remedies'][number];

/** What was done, as people say it: `Rerun with another input`, `Fork from “sign”`. */
export function remedyWords({ trigger, hasOtherInput, step, version }: Remedy): string {
  const done = trigger === 'rerun' ? 'Rerun' : step === undefined ? 'Fork' : `Fork from “${step}”`;
  return [done, hasOtherInput && 'with another input', version !== undefined && `on version ${version}`]
    .filter((part) => part !== false)
    .join(' ');
}

/** How it went, as people say it: `9 of 10 succeeded, 1 failed again`. */
export function outcomeWords({ triedCount, succeededCount, failedAgainCount, underWayCount }: Remedy): string {
  const parts = [
    `${numberText(succeededCount)} of ${numberText(triedCount)} succeeded`,
    ...(failedAgainCount > 0 ? [`${numberText(failedAgainCount)} failed again`] : []),
    ...(underWayCount > 0 ? [`${numberText(underWayCount)} in progress`] : []),
  ];
  return parts.join(', ');
}
