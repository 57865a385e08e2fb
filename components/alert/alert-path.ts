/** What a new alert is about, and its first name. */
export type AlertAbout = { name: string } & (
  | { kind: 'cause'; group: string }
  | { kind: 'task'; task: string }
  | { kind: 'noWorker' | 'queueWait'; queue: string }
);

/** The page of an alert. */
export function alertPath(id: string): string {
  return `/alerts/${encodeURIComponent(id)}`;
}

/** The page of alerts with the editor of a new one, filled in. */
export function newAlertPath({ name, ...about }: AlertAbout): string {
  return `/alerts?${new URLSearchParams({ ...about, name: name.slice(0, 120) })}`;
}

/** Returns what the address of the page of alerts asks for. */
export function readAlertAbout(asked: Readonly<Record<string, string | null>>): AlertAbout | undefined {
  const { kind, group, task, queue } = asked;
  const name = asked.name ?? '';
  if (kind === 'cause' && group) return { kind, group, name };
  if (kind === 'task' && task) return { kind, task, name };
  if ((kind === 'noWorker' || kind === 'queueWait') && queue) return { kind, queue, name };
  return undefined;
}
