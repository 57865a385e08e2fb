/** For so long after the first use of a refresh token, requests with the former one may still be under way. */
const underWayInMs = 60_000;

/** The refresh tokens that others were exchanged for here, and when a request came first with each. */
export function createExchangedTokens(now: () => number) {
  const exchanged = new Map<string, { usedOn?: number; until: number }>();
  return {
    add: (refreshToken: string, until: number) => void exchanged.set(refreshToken, { until }),
    noteUse(refreshToken: string): void {
      const one = exchanged.get(refreshToken);
      if (one !== undefined) one.usedOn ??= now();
    },
    /** Whether the token before this one can still come from the same browser. Otherwise it is a copy. */
    canFormerCome(refreshToken: string): boolean {
      const usedOn = exchanged.get(refreshToken)?.usedOn;
      return usedOn === undefined || now() - usedOn <= underWayInMs;
    },
    forget: (refreshToken: string) => void exchanged.delete(refreshToken),
    forgetExpired(): void {
      for (const [refreshToken, { until }] of exchanged) if (until < now()) exchanged.delete(refreshToken);
    },
    all: () => exchanged.keys(),
  };
}
