import type { TaskResponse } from '#contract';

export type Created = Pick<TaskResponse, 'parent'> & { parentName?: string | undefined };

/** Who created a task or began its run, by name. A parent is called by its name where that is known. */
export function creatorName(name: string, { parent, parentName }: Created): string {
  return parent !== undefined && parentName !== undefined && name === `task ${parent.taskId}`
    ? `task ${parentName}`
    : name;
}
