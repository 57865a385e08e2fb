import { messageShape } from './message-shape.ts';

/** How `ctx.state` names its steps: what it does, the store, and the id of the entry. */
const stateStep = /^((?:get|save|delete|save blob|upload) [^/]+\/)./s;

/**
 * Returns the name of a step without its variable parts, so that the steps of a loop have one shape: the id of an entry
 * that a step of `ctx.state` is about, and what `messageShape` leaves out.
 */
export function stepShape(step: string): string {
  const [, begin] = stateStep.exec(step) ?? [];
  return messageShape(begin === undefined ? step : `${begin}<id>`);
}
