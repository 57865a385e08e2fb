type Subscribe = (listener: () => void) => () => void;

/**
 * Returns a way to subscribe whose listeners are called at once, then at most once per interval: several changes in an
 * interval are told together at its end.
 */
export function calmSubscribe(subscribe: Subscribe, intervalInMs: number): Subscribe {
  return (listener) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOwed = false;
    const tell = () => {
      isOwed = false;
      listener();
      timer = setTimeout(() => {
        timer = undefined;
        if (isOwed) tell();
      }, intervalInMs);
    };
    const unsubscribe = subscribe(() => {
      if (timer === undefined) tell();
      else isOwed = true;
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  };
}
