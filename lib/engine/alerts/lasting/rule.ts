import type { AlertCondition, AlertConditionKind, AlertFinding } from '#contract';

/** An enabled alert whose condition is evaluated by what there is now. */
export type Rule<Condition extends AlertCondition = AlertCondition> = {
  key: number;
  condition: Condition;
  /** When it was created, enabled or got its condition. What is older is not told. */
  since: string;
  seenTask: number | null;
  seenRun: number | null;
};

/** What a look at a rule has found. */
export type Judged = {
  key: number;
  /** What holds now. */
  holding: readonly AlertFinding[];
  /** Of what no longer holds, only these are told as recovered. Missing: all. */
  recovered?: readonly string[];
};

export type ConditionOf<Kind extends AlertConditionKind> = Extract<AlertCondition, { kind: Kind }>;

/** Returns the rules of one kind of condition. */
export function rulesOf<Kind extends AlertConditionKind>(
  rules: readonly Rule[],
  kind: Kind,
): Rule<ConditionOf<Kind>>[] {
  return rules.filter((rule): rule is Rule<ConditionOf<Kind>> => rule.condition.kind === kind);
}

/** The most things that one rule tells of. */
const mostFindings = 1_000;

/** Returns the findings with the greatest values. */
export function worstOf(findings: readonly AlertFinding[]): AlertFinding[] {
  return findings
    .toSorted((a, b) => (b.value ?? b.count) - (a.value ?? a.count))
    .slice(0, mostFindings)
    .map(({ id, count, value }) => ({
      id,
      count,
      ...(value !== undefined && { value: Math.round(100 * value) / 100 }),
    }));
}
