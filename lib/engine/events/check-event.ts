import { type JsonValue, type ProblemDetail, pointerPart, pointersBelow, TaskdeckError } from '#contract';
import type { Database } from '#database';
import { checkValues, type JsonSchema } from '#schema';
import { type Actor, ownerOfRuns } from '../actor.ts';
import { EventSchemas } from './event-schemas.ts';

/** An event that is to be raised, with the JSON text of its data. */
export type GivenEvent = { name: string; value: JsonValue; data: string };

/**
 * Throws `InvalidRequest`, with pointers to what is wrong, when the type of a task declares events of this name and the data
 * is not that of one. The error for a value at a sensitive pointer does not quote the value.
 */
export async function checkEvent(
  database: Database,
  id: string,
  event: GivenEvent,
  actor: Pick<Actor, 'name' | 'owner'>,
): Promise<void> {
  const schemas = (await EventSchemas.of(database).declared()).get(event.name);
  if (schemas === undefined) return;
  const [task] = await database<{ type: string; own: string[] | null; of_type: string[] }[]>`
    select t.type, t.sensitive as own, tt.sensitive as of_type
    from task t join task_type tt on tt.type = t.type where t.id = ${id}`;
  if (task === undefined) return; // it is not there, which the raise tells
  const schema = schemas.get(task.type);
  if (schema === undefined) return;
  const sensitive = pointersBelow(`/events/${pointerPart(event.name)}`, [...(task.own ?? []), ...task.of_type]);
  const details = await problemsOfEvent(schema, event, sensitive, ownerOfRuns(actor));
  const [first] = details;
  if (first !== undefined) throw new TaskdeckError('InvalidRequest', otherData(event.name, first), { details });
}

/** Why an event is not raised. The type is not named: who may raise an event need not see the task. */
export function otherData(name: string, { pointer, message }: ProblemDetail): string {
  return `the data is not that of an event "${name}" as the task's type declares it: ${pointer} ${message}`;
}

/** Returns what a schema has against the data of an event. Pointers are into the body of the operation. */
export async function problemsOfEvent(
  schema: JsonSchema,
  { value, data }: GivenEvent,
  sensitive: readonly string[],
  caller: string,
): Promise<ProblemDetail[]> {
  const [problems = []] = await checkValues(schema, [{ value, text: data, sensitive }], caller);
  return problems.map(({ pointer, message }) => ({ pointer: `/value${pointer}`, message }));
}
