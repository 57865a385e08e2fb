import type { CSSProperties } from 'react';

/** Where a tooltip stands: the side that was asked for, or the other one where there is no room. */
export type Place = { side: 'top' | 'right' | 'bottom' | 'left'; style: CSSProperties };

type Box = Pick<DOMRect, 'top' | 'right' | 'bottom' | 'left' | 'width' | 'height'>;

const gap = 6;
/** Room that a tooltip of a few lines takes. */
const room = { width: 288, height: 72 };

/** Places a tooltip beside a box, in a window of this size, anchored so that it grows away from the box. */
export function placeTooltip(
  box: Box,
  wanted: Place['side'],
  { innerWidth, innerHeight }: { innerWidth: number; innerHeight: number },
): Place {
  const free = { top: box.top, bottom: innerHeight - box.bottom, left: box.left, right: innerWidth - box.right };
  const side = flip(wanted, free);
  if (side === 'left' || side === 'right') {
    const top = Math.min(Math.max(box.top + box.height / 2, 16), innerHeight - 16);
    const style: CSSProperties =
      side === 'left'
        ? { top, right: innerWidth - box.left + gap, transform: 'translateY(-50%)' }
        : { top, left: box.right + gap, transform: 'translateY(-50%)' };
    return { side, style };
  }
  const vertical = side === 'top' ? { bottom: innerHeight - box.top + gap } : { top: box.bottom + gap };
  const middle = box.left + box.width / 2;
  const half = room.width / 2 + 8;
  if (middle < half) return { side, style: { ...vertical, left: Math.max(8, box.left) } };
  if (innerWidth - middle < half) return { side, style: { ...vertical, right: Math.max(8, innerWidth - box.right) } };
  return { side, style: { ...vertical, left: middle, transform: 'translateX(-50%)' } };
}

function flip(wanted: Place['side'], free: Record<Place['side'], number>): Place['side'] {
  if (wanted === 'top' || wanted === 'bottom') {
    const other = wanted === 'top' ? 'bottom' : 'top';
    return free[wanted] < room.height && free[other] > free[wanted] ? other : wanted;
  }
  const other = wanted === 'left' ? 'right' : 'left';
  return free[wanted] < room.width && free[other] > free[wanted] ? other : wanted;
}
