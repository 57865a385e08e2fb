/** The spans into which durations fall when they are compared: as words, from a time on and below another, in milliseconds. */
export const comparedSpans: readonly { word: string; fromMs?: number; belowMs?: number }[] = [
  { word: 'under 10 ms', belowMs: 10 },
  { word: 'under 100 ms', fromMs: 10, belowMs: 100 },
  { word: 'under 1 s', fromMs: 100, belowMs: 1_000 },
  { word: 'under 10 s', fromMs: 1_000, belowMs: 10_000 },
  { word: 'under 1 min', fromMs: 10_000, belowMs: 60_000 },
  { word: 'under 10 min', fromMs: 60_000, belowMs: 600_000 },
  { word: 'under 1 h', fromMs: 600_000, belowMs: 3_600_000 },
  { word: '1 h and more', fromMs: 3_600_000 },
];
