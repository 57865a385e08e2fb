import { highlightParts } from './highlight.ts';

/** A text with what matches a search marked. */
export function Highlighted({ text, search }: { text: string; search: string }) {
  if (search === '') return <>{text}</>;
  const parts = highlightParts(text, search).map((part) =>
    part.isMatch ? (
      <mark key={part.at} className="rounded-sm bg-caution-soft text-ink outline outline-caution/50">
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  );
  return <>{parts}</>;
}
