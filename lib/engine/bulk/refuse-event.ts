import type { BulkAction } from '#contract';
import { otherData, problemsOfEvent } from '../events/check-event.ts';
import type { DeclaredEvents } from '../events/event-schemas.ts';
import { eventText } from '../events/raise-event.ts';
import type { Refusal } from './refusal.ts';

/**
 * Why an event is raised on no task of a type: the type declares other data for its name. The reason quotes nothing of the
 * data, which can be sensitive.
 */
export async function refusalOfEvent(
  declared: DeclaredEvents,
  { name, value }: Pick<Extract<BulkAction, { kind: 'raiseEvent' }>, 'name' | 'value'>,
  type: string,
  caller: string,
): Promise<Refusal | undefined> {
  const schema = declared.get(name)?.get(type);
  if (schema === undefined) return undefined;
  const [first] = await problemsOfEvent(schema, { name, value, data: eventText(value) }, [''], caller);
  return first && { code: 'InvalidRequest', message: otherData(name, first) };
}
