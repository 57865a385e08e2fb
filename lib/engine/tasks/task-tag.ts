/** What an entity tag of a task is made of. */
export type Tagged = { version: number; created_on: string };

/**
 * The entity tag of a task's configuration. It has the time of the creation, because an id can be used again after its task
 * was deleted: no condition on the former task is met by the later one.
 */
export function taskTag({ version, created_on: createdOn }: Tagged): string {
  return `"${version}-${Date.parse(createdOn).toString(36)}"`;
}
