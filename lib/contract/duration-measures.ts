/** What a map of durations measures. `stepTime` is that of the longest step, of the name in `step` if given. */
export const durationMeasures = ['runTime', 'queueWait', 'stepTime'] as const;
export type DurationMeasure = (typeof durationMeasures)[number];

/** The maximum number of tasks that one map of durations reads. */
export const mappedTasks = 100_000;

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000];
const times = (unit: number, ...factors: number[]) => factors.map((factor) => factor * unit);

/** Where the bands of durations begin: about six for each factor of ten, at round values from 0 to 30 days. */
export const durationBandsInMs: readonly number[] = [
  ...[0, 1, 2, 3, 5, 7],
  ...[10, 100, second].flatMap((unit) => times(unit, 1, 1.5, 2, 3, 5, 7)),
  ...times(second, 10, 15, 20, 30, 45),
  ...[minute, 10 * minute].flatMap((unit) => times(unit, 1, 1.5, 2, 3, 4.5)),
  ...times(hour, 1, 1.5, 2, 3, 5, 8, 12, 18),
  ...times(day, 1, 1.5, 2, 3, 5, 7, 10, 15, 20, 30),
];
