import { readdirSync, readFileSync } from 'node:fs';

const msPerTick = 10;

/** Milliseconds of processor time of a process with all its children, also those that have ended. Linux only, else 0. */
export function processorTime(processId: number): number {
  const own = readStat(processId);
  if (own === undefined) return 0;
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readStat(Number(name)) ?? [])
    .filter(({ parent }) => parent === processId);
  return [own, ...children].reduce((sum, { ticks }) => sum + ticks, own.endedTicks) * msPerTick;
}

function readStat(processId: number): { parent: number; ticks: number; endedTicks: number } | undefined {
  try {
    const text = readFileSync(`/proc/${processId}/stat`, 'utf8');
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [parent = 0, ticks = 0, system = 0, ended = 0, endedSystem = 0] = [1, 11, 12, 13, 14].map((at) => fields[at]);
    return { parent, ticks: ticks + system, endedTicks: ended + endedSystem };
  } catch {
    return undefined; // it has ended, or there is no /proc
  }
}
