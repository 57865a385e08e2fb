/** At the end of a text that has no room: there ids below one prefix differ. */
const keptCharacters = 14;

/** A monospaced id in its parent, a flex box: cut in the middle where it has no room, and nowhere else. */
export function MiddleCut({ text }: { text: string }) {
  const characters = [...text];
  const end = characters.splice(Math.max(0, characters.length - keptCharacters)).join('');
  return (
    <>
      {characters.length > 0 && (
        <span className="truncate whitespace-pre font-mono text-xs">{characters.join('')}</span>
      )}
      <span className="shrink-0 whitespace-pre font-mono text-xs">{end}</span>
    </>
  );
}
