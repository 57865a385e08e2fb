/** Whether it is not known what became of an act: no answer came, or one of a proxy in place of the service's. */
export function isOutcomeUnknown({ code }: { code?: string }): boolean {
  return code === 'Unreachable' || code === 'BadAnswer';
}

/** The title of a failed act: what was not done or, where no answer came, that this is not known. */
export function outcomeTitle(title: string, problem: { code?: string }): string {
  if (!isOutcomeUnknown(problem)) return title;
  return `It is not known whether ${title.charAt(0).toLowerCase()}${title.slice(1).replace(' not ', ' ')}`;
}

/**
 * Returns the problem of another try of an act. One that was not sent says nothing of an earlier one: when it is not known
 * what became of that, this is still not known.
 */
export function problemOfTry<Problem extends { code?: string }>(
  earlier: { code?: string } | undefined,
  problem: Problem,
): Problem {
  const isStillUnknown = earlier !== undefined && isOutcomeUnknown(earlier) && problem.code === 'NothingDone';
  return isStillUnknown ? { ...problem, code: 'Unreachable' } : problem;
}
