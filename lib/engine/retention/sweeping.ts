/**
 * A job that walks through a table from `start`, as far as `next` goes at each call, and begins anew after its end. What it
 * removed at the beginning stays in the index until a vacuum, and a walk that goes on where it stopped does not read it
 * again. The job resolves with whether more follows.
 */
export function sweeping<Position>(
  start: Position,
  next: (from: Position) => Promise<Position | undefined>,
): () => Promise<boolean> {
  let position = start;
  return async () => {
    const reached = await next(position);
    position = reached ?? start;
    return reached !== undefined;
  };
}
