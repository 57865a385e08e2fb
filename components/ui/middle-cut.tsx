import { PathText } from './path-text.tsx';
import { useIsPrinting } from './printing.ts';

/** At the end of a text that has no room: there ids below one prefix differ. */
const keptCharacters = 14;
/** A text with fewer characters before its end is cut there: of so few, nothing but the ellipsis would be left. */
const fewCharacters = 6;

/** A monospaced id in its parent, a flex box: cut in the middle where it has no room, and a short one at its end. */
export function MiddleCut({ text }: { text: string }) {
  const isPrinting = useIsPrinting();
  const characters = [...text];
  const start = characters.slice(0, -keptCharacters);
  if (start.length < fewCharacters || isPrinting)
    return (
      <span className="truncate whitespace-pre font-mono text-xs">
        <PathText text={text} />
      </span>
    );
  return (
    <>
      <span className="truncate whitespace-pre font-mono text-xs">
        <PathText text={start.join('')} />
      </span>
      <span className="max-w-full shrink-0 truncate whitespace-pre font-mono text-xs">
        <PathText text={characters.slice(-keptCharacters).join('')} />
      </span>
    </>
  );
}
