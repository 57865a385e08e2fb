import type { AlertCondition } from '#contract';
import type { Signal } from './signals.ts';

/** Returns whether an alert with this condition tells of a signal. */
export function matches(condition: AlertCondition, signal: Signal): boolean {
  if (condition.kind !== signal.kind) return false;
  if (condition.type !== undefined && !isOfType(condition.type, signal.type)) return false;
  return condition.kind !== 'cause' || condition.group === undefined || condition.group === signal.subject;
}

/** Returns whether a pattern, a type or a prefix followed by `*`, includes a type. */
export function isOfType(pattern: string, type: string): boolean {
  return pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern;
}
