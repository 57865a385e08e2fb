/** Thrown when the caller left before the request was complete. It gets no answer. */
export class CallerLeft extends Error {
  override readonly name = 'CallerLeft';
}
