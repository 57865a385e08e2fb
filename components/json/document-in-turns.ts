import { Text } from '@codemirror/state';

/** About how many characters are divided into lines at once: a few milliseconds of work. */
const pieceCharacters = 128 * 1024;

/** Makes the document of an editor from a long text, and lets the page have its turn between pieces of it. */
export async function documentInTurns(text: string): Promise<Text> {
  let made = Text.empty;
  for (let from = 0; from < text.length; ) {
    const lineEnd = text.indexOf('\n', from + pieceCharacters);
    const to = lineEnd < 0 ? text.length : lineEnd + 1;
    made = made.append(Text.of(text.slice(from, to).split(/\r\n?|\n/)));
    from = to;
    await nextTurn();
  }
  return made;
}

/**
 * Takes the text out of a document, and lets the page have its turn between pieces of it. Returns `undefined` as soon as
 * `isOver` says that nobody wants it any more.
 */
export async function textInTurns(doc: Text, isOver: () => boolean): Promise<string | undefined> {
  const pieces: string[] = [];
  for (let from = 0; from < doc.length; from += pieceCharacters) {
    const lines = doc.iterRange(from, Math.min(doc.length, from + pieceCharacters));
    // joined, the piece is one string already; added up, its lines would be copied by what uses the text first
    pieces.push([...lines].join(''));
    await nextTurn();
    if (isOver()) return undefined;
  }
  return pieces.join('');
}

/** Resolves when the page has had its turn. Timers of the browser would wait for milliseconds. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
