import { holdEarlyClicks, pageAnswers } from './hold-early-clicks.ts';

const source = `(${holdEarlyClicks})(${JSON.stringify(pageAnswers)})`;

/** Stands first in the page: what listens before any other script has come. */
export function EarlyClicksScript({ nonce }: { nonce: string | undefined }) {
  return (
    <script id="early-clicks" nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: source }} />
  );
}
