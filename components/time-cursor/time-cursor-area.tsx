'use client';
import { type ReactNode, useState } from 'react';
import { CursorReadout } from './cursor-readout.tsx';
import { createTimeCursor } from './time-cursor.ts';
import { TimeCursorContext } from './use-time-cursor.ts';

/** Views that share a cursor. An element with a moment in them sets it when it is pointed at or gets the focus. */
export function TimeCursorArea({ startedAt, children }: { startedAt: number; children: ReactNode }) {
  const [cursor] = useState(createTimeCursor);
  const follow = (by: 'pointer' | 'keyboard') => (event: { target: EventTarget }) => {
    const at = momentAt(event.target);
    if (at !== undefined) cursor.set({ at, by });
  };
  return (
    <TimeCursorContext value={cursor}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it hears of what is pointed at and focused inside, and is no control */}
      <div className="contents" onPointerOver={follow('pointer')} onFocus={follow('keyboard')}>
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
