import { Time } from '@/components/ui/time.tsx';
import type { Copy } from '../copy.ts';
import { cutLists } from '../copy-parts.ts';

/** Who made a copy, when, and what is not in it. */
export function CopyNote({ copy: { madeOn, madeBy, leftOut, isCut } }: { copy: Copy }) {
  const cut = cutLists(isCut);
  return (
    <p className="rounded-md bg-idle-soft px-3 py-2 text-sm">
      A copy made <Time value={madeOn} style="absolute" /> by {madeBy}. It shows what they could see
      {leftOut.length > 0 && `, without ${leftOut.join(', ')}`}.
      {cut.length > 0 && ` Of ${cut.join(' and ')}, only the first are in it.`} It does not change any more.
    </p>
  );
}
