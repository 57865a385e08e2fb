import type { Random } from './random.ts';

export const eventNames = ['red', 'blue'] as const;

/** One call that a simulated handler makes through its context. */
export type Call =
  | { kind: 'step'; failures: number; maximumAttempts: number; backOffInMs: number }
  | { kind: 'sleep'; durationInMs: number }
  | { kind: 'event'; name: string; timeoutInMs?: number }
  | { kind: 'save' }
  | { kind: 'lock'; name: string; calls: Call[] }
  | { kind: 'child'; program: Program; isAwaited: boolean; hasOwnId: boolean }
  | { kind: 'both'; calls: [Call, Call] }
  /** Calls one after the other, in one branch of `both`. */
  | { kind: 'branch'; calls: Call[] }
  /** Code of the handler itself, in which no call is under way. */
  | { kind: 'code'; durationInMs: number }
  /** The handler throws here in its first attempts. */
  | { kind: 'throw'; attempts: number };

/** The program of a handler. It is the input of its task, so that every worker runs the same. */
export type Program = { calls: Call[] };

/** How a task is created. */
export type TaskPlan = {
  label: string;
  program: Program;
  priority: number;
  maximumAttempts: number;
  retryAfterInMs: number;
  timeoutInMs?: number;
  concurrencyKey?: string;
  concurrencyLimit?: number;
  isHourly: boolean;
};

const minute = 60_000;
/** Very short waits stay in the worker's memory. Long ones go through the database. */
const durations = [1, 5, minute, 20 * minute];

export function taskPlan(random: Random, label: string): TaskPlan {
  const isHourly = random.chance(0.15);
  return {
    label,
    program: programOf(random, isHourly ? 2 : 5, isHourly ? 0 : 1),
    priority: random.below(3),
    maximumAttempts: 1 + random.below(3),
    retryAfterInMs: random.pick([1, minute]),
    ...(random.chance(0.15) && { timeoutInMs: random.pick([minute, 30 * minute]) }),
    ...(random.chance(0.3) && { concurrencyKey: 'shared', concurrencyLimit: 1 }),
    isHourly,
  };
}

function programOf(random: Random, maximumCalls: number, depth: number): Program {
  return { calls: Array.from({ length: 1 + random.below(maximumCalls) }, () => callOf(random, depth)) };
}

function callOf(random: Random, depth: number): Call {
  const compound = depth > 0;
  const kind = random.weighted([
    { weight: 6, item: 'simple' as const },
    { weight: compound ? 1.2 : 0, item: 'both' as const },
    { weight: compound ? 1.2 : 0, item: 'lock' as const },
    { weight: compound ? 1.2 : 0, item: 'child' as const },
    { weight: 0.6, item: 'throw' as const },
  ]);
  switch (kind) {
    case 'simple':
      return simpleCall(random, random.pick(eventNames));
    case 'both':
      return { kind: 'both', calls: [branchOf(random, 'red'), branchOf(random, 'blue')] };
    case 'lock': {
      const calls = [simpleCall(random, 'red'), simpleCall(random, 'blue')];
      return { kind: 'lock', name: random.pick(['door', 'gate']), calls: calls.slice(random.below(2)) };
    }
    case 'child':
      return {
        kind: 'child',
        program: programOf(random, 2, 0),
        isAwaited: random.chance(0.8),
        hasOwnId: random.chance(0.5),
      };
    case 'throw':
      return { kind: 'throw', attempts: 1 + random.below(2) };
  }
}

function branchOf(random: Random, eventName: string): Call {
  const first = simpleCall(random, eventName);
  if (random.chance(0.5)) return first;
  const code: Call = { kind: 'code', durationInMs: random.pick([0, 3, 12]) };
  return { kind: 'branch', calls: [first, code, simpleCall(random, eventName)] };
}

function simpleCall(random: Random, eventName: string): Call {
  const kind = random.weighted([
    { weight: 5, item: 'step' as const },
    { weight: 2, item: 'sleep' as const },
    { weight: 3, item: 'event' as const },
    { weight: 2, item: 'save' as const },
  ]);
  switch (kind) {
    case 'step': {
      const failures = random.chance(0.25) ? 1 + random.below(2) : 0;
      return { kind, failures, maximumAttempts: 1 + random.below(3), backOffInMs: random.pick([1, minute]) };
    }
    case 'sleep':
      return { kind, durationInMs: random.pick(durations) };
    case 'event':
      return { kind, name: eventName, ...(random.chance(0.3) && { timeoutInMs: random.pick(durations) }) };
    case 'save':
      return { kind };
  }
}
