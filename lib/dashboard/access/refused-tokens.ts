/** For so long, a refresh token that the service refused is not shown to it again: a tab asks many times a minute. */
export const refusedInMs = 600_000;
const mostRefused = 10_000;

/** The refresh tokens that the service has refused a short time ago, each with the error. */
export function createRefusedTokens(now: () => number) {
  const refused = new Map<string, { error: Error; until: number }>();
  return {
    errorOf(refreshToken: string): Error | undefined {
      const refusal = refused.get(refreshToken);
      return refusal !== undefined && now() < refusal.until ? refusal.error : undefined;
    },
    add(refreshToken: string, error: Error): void {
      refused.delete(refreshToken);
      refused.set(refreshToken, { error, until: now() + refusedInMs });
      const [oldest] = refused.keys();
      if (refused.size > mostRefused && oldest !== undefined) refused.delete(oldest);
    },
  };
}
