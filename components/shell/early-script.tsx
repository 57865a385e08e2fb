import { contentId } from '@/components/ui/page-focus.ts';
import { holdEarlyInput, pageAnswers } from './hold-early-input.ts';
import { showPartsAtOnce } from './show-parts-at-once.ts';
import { waitWhileLeft } from './wait-while-left.ts';

const leftForInMs = 10_000;
const source = [
  `(${holdEarlyInput})(${JSON.stringify(pageAnswers)},${JSON.stringify(contentId)})`,
  `(${showPartsAtOnce})()`,
  `(${waitWhileLeft})(${leftForInMs})`,
].join(';');

/** Stands first in the page: what has to be there before any other script has come. */
export function EarlyScript({ nonce }: { nonce: string | undefined }) {
  return (
    <script id="early-script" nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: source }} />
  );
}
