type Follower = {
  /** Called while the pointer moves, with its place on the screen in pixels from the left. */
  onMove: (x: number) => void;
  /** Called when the pointer is released. */
  onEnd: (x: number) => void;
  /** Called instead of `onEnd` after Escape, or when the browser takes the pointer away. */
  onCancel: () => void;
};

/** Follows a pressed pointer over the whole document until it is released. */
export function followPointer(pointerId: number, { onMove, onEnd, onCancel }: Follower): void {
  const following = new AbortController();
  const { signal } = following;
  const on = (type: string, then: (event: PointerEvent) => void) =>
    document.addEventListener(
      type,
      (event) => event instanceof PointerEvent && event.pointerId === pointerId && then(event),
      { signal },
    );
  on('pointermove', ({ clientX }) => onMove(clientX));
  on('pointerup', ({ clientX }) => {
    following.abort();
    onEnd(clientX);
  });
  const cancel = () => {
    following.abort();
    onCancel();
  };
  on('pointercancel', cancel);
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      cancel();
    },
    { signal, capture: true },
  );
}
