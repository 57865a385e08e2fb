/** Returns a function that does pieces of work one after the other, in the order in which they were given. */
export function oneAtATime(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => {}); // its caller gets the failure
    return done;
  };
}
