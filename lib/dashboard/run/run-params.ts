import { parseAsInteger, parseAsString, parseAsStringLiteral } from 'nuqs/server';
import { logLevels } from '#contract';

export const runTabs = ['steps', 'logs', 'events', 'values', 'history', 'audit', 'raw'] as const;

export type RunTab = (typeof runTabs)[number];

/** What the address of a run's page says. */
export const runParams = {
  /** Without it, the current run. */
  run: parseAsString,
  tab: parseAsStringLiteral(runTabs).withDefault('steps'),
  /** Sequence of the selected step. */
  step: parseAsInteger,
  /** Id of the selected event. */
  event: parseAsString,
};

/** What the address says of the log; kept apart so that the log's filter does not render the page anew. */
export const logParams = {
  q: parseAsString,
  level: parseAsStringLiteral(logLevels),
  attempt: parseAsInteger,
  of: parseAsInteger,
  /** Id of a line to show in its context. */
  line: parseAsString,
};
