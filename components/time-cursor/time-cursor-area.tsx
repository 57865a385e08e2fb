'use client';
import { type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { CursorReadout } from './cursor-readout.tsx';
import { createTimeCursor } from './time-cursor.ts';
import { TimeCursorContext } from './use-time-cursor.ts';

/** Views that share a cursor. An element with a moment in them sets it when it is pointed at or gets the focus. */
export function TimeCursorArea({ startedAt, children }: { startedAt: number; children: ReactNode }) {
  const [cursor] = useState(createTimeCursor);
  const follow = (by: 'pointer' | 'keyboard', target: EventTarget) => {
    const at = momentAt(target);
    if (at !== undefined) cursor.set({ at, by });
  };
  const pointed = useRef<EventTarget>(null);
  /** Before what is inside, which can tell the moment more exactly. A page that moves below a still pointer sets nothing. */
  const followPointer = ({ target, movementX, movementY }: PointerEvent) => {
    if (target === pointed.current || (movementX === 0 && movementY === 0)) return;
    pointed.current = target;
    follow('pointer', target);
  };
  return (
    <TimeCursorContext value={cursor}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it hears of what is pointed at and focused inside, and is no control */}
      <div
        className="contents"
        onPointerMoveCapture={followPointer}
        onFocus={({ target }) => follow('keyboard', target)}
      >
        {children}
      </div>
      <CursorReadout startedAt={startedAt} />
    </TimeCursorContext>
  );
}

/** The time of the element around a place, or of the row of a table. */
function momentAt(target: EventTarget): number | undefined {
  if (!(target instanceof Element)) return undefined;
  const holder = target.closest('[data-at]') ?? target.closest('tr, [role="row"]')?.querySelector('[data-at]');
  const time = Date.parse(holder?.getAttribute('data-at') ?? '');
  return Number.isNaN(time) ? undefined : time;
}
