/**
 * Returns a function that does work in one round at a time, and in another when it was called meanwhile: a round that
 * began earlier never ends later. It resolves when the rounds are done, at once while one is under way.
 */
export function inRounds(work: () => Promise<void>): () => Promise<void> {
  let isRunning = false;
  let isAsked = false;
  return async () => {
    isAsked = true;
    if (isRunning) return;
    isRunning = true;
    try {
      while (isAsked) {
        isAsked = false;
        await work();
      }
    } finally {
      isRunning = false;
    }
  };
}
