import type { ErrorGroup, ErrorGroupDetails } from '#contract';
import { type Guarded, reveal } from './guarded.ts';
import { hideError } from './see-error.ts';
import type { Viewer } from './see-task.ts';

const anything = [''];

/** Returns a group as the caller may see it: without the message of an error that can quote sensitive values. */
export function seeErrorGroup(viewer: Viewer, guarded: Guarded<ErrorGroup>): ErrorGroup {
  const group = reveal<ErrorGroup>(guarded);
  return isShown(viewer, group) ? group : hideError(group, anything);
}

/** `seeErrorGroup` for the details of a group. */
export function seeErrorGroupDetails(viewer: Viewer, guarded: Guarded<ErrorGroupDetails>): ErrorGroupDetails {
  const group = reveal<ErrorGroupDetails>(guarded);
  if (isShown(viewer, group)) return group;
  const { latest, ...rest } = hideError(group, anything);
  return { ...rest, ...(latest !== undefined && { latest: hideError(latest, anything) }) };
}

function isShown(viewer: Viewer, { id, isSensitive }: ErrorGroup): boolean {
  if (!isSensitive) return true;
  if (!viewer.may('sensitive/read')) return false;
  viewer.noteShown(`error group ${id}`, ['/error']);
  return true;
}
