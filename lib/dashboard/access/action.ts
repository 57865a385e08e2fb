import 'server-only';
import { headers } from 'next/headers';
import { unstable_rethrow } from 'next/navigation';
import type { z } from 'zod';
import { type Act, type ActionResult, performAction } from './perform-action.ts';
import { dashboardGate } from './this-dashboard.ts';

export type { ActionResult } from './perform-action.ts';

/**
 * Makes a server action. Each call is checked by itself, because an action can be posted to any page: it must come from
 * this dashboard, from someone signed in, with input of this schema. What they may do, the service decides.
 * What is refused in its member `body`, the body of a call, is told by pointers into it, as the service does.
 * Input and value cross as plain data: send JSON values that may hold exact numbers as text (`stringifyJson`).
 */
export function operatorAction<Schema extends z.ZodType, Value>(
  schema: Schema,
  act: Act<Schema, Value>,
  body?: keyof z.input<Schema> & string,
): (input: z.input<Schema>) => Promise<ActionResult<Value>> {
  return async (given) =>
    performAction(dashboardGate(), { headers: await headers(), given, rethrow: unstable_rethrow }, schema, act, body);
}
