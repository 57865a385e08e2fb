import type { Judged, Verdict } from './mutant.ts';
import { rooms } from './rooms.ts';

/** The verdicts of one room. */
export type Score = Record<Verdict, number> & {
  room: string;
  /** Mutants of the room in all. */
  total: number;
  /** Mutants that were run: without those that the type checker refuses. */
  tried: number;
  /** The share that was noticed, in percent, rounded down. `undefined` when none was tried. */
  percent: number | undefined;
  aim: number;
};

/** Counts verdicts by room, in the order of the rooms. Rooms without a verdict are absent. */
export function scoreByRoom(judged: readonly Judged[], totals: ReadonlyMap<string, number>): Score[] {
  return rooms.flatMap(({ name, aim }) => {
    const ofRoom = judged.filter(({ mutant }) => mutant.room === name);
    if (ofRoom.length === 0) return [];
    const count = (verdict: Verdict) => ofRoom.filter((one) => one.verdict === verdict).length;
    const killed = count('killed');
    const timeout = count('timeout');
    const refused = count('refused');
    const tried = ofRoom.length - refused;
    const percent = tried === 0 ? undefined : Math.floor((100 * (killed + timeout)) / tried);
    const counts = { killed, timeout, refused, survived: count('survived'), uncovered: count('uncovered') };
    return [{ room: name, total: totals.get(name) ?? ofRoom.length, tried, percent, aim, ...counts }];
  });
}

export const isBelowAim = ({ percent, aim }: Score) => percent !== undefined && percent < aim;

/** A Markdown table of the scores. */
export function scoreTable(scores: readonly Score[]): string {
  const head = [
    'Room',
    'Mutants',
    'Refused by types',
    'Tried',
    'Killed',
    'Timed out',
    'Survived',
    'Not reached',
    'Noticed',
    'Aim',
  ];
  const lines = scores.map((score) => [
    `\`${score.room}\``,
    score.total,
    score.refused,
    score.tried,
    score.killed,
    score.timeout,
    score.survived,
    score.uncovered,
    score.percent === undefined ? '–' : `${score.percent} %`,
    `${score.aim} %`,
  ]);
  const rule = head.map((_, at) => (at === 0 ? '---' : '--:'));
  return [head, rule, ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
