import { isUnderWay, type Transfer } from '@/components/blob/transfer.ts';
import { smallFileBytes } from './small-file.ts';

/**
 * How many are under way at a time. The pages need connections as well, and a browser has six to one host. A small file has
 * one for moments, and its time goes into waiting for answers.
 */
const atOnce = { ofAnySize: 4, large: 2 };
const isLarge = ({ size }: Pick<Transfer, 'size'>) => size > smallFileBytes;

/** Of transfers, newest first, those that wait and for which there is room beside those under way. The oldest comes first. */
export function nextToStart(transfers: readonly Transfer[]): Transfer[] {
  const begun = transfers.filter((transfer) => isUnderWay(transfer) && transfer.state !== 'waiting');
  let free = atOnce.ofAnySize - begun.length;
  let freeForLarge = atOnce.large - begun.filter(isLarge).length;
  return transfers.toReversed().filter((transfer) => {
    if (free <= 0 || transfer.state !== 'waiting' || (isLarge(transfer) && freeForLarge <= 0)) return false;
    free -= 1;
    if (isLarge(transfer)) freeForLarge -= 1;
    return true;
  });
}
