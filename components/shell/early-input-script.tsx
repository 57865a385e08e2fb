import { holdEarlyInput, pageAnswers } from './hold-early-input.ts';

const source = `(${holdEarlyInput})(${JSON.stringify(pageAnswers)})`;

/** Stands first in the page: what listens before any other script has come. */
export function EarlyInputScript({ nonce }: { nonce: string | undefined }) {
  return (
    <script id="early-input" nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: source }} />
  );
}
