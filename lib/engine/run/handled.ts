/** Returns the same promise. Its rejection does not end the process when the handler does not await it. */
export function handled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}
