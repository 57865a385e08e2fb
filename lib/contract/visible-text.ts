/** Characters that joiners and selectors of variants shape: emoji, marks, and letters of scripts without cases. */
const shaped = String.raw`[[\p{Lo}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]--\p{DI}]`;
const joiner = String.raw`[\u200c\u200d]`;
const selector = String.raw`[\u180b-\u180d\u180f\ufe00-\ufe0f\u{e0100}-\u{e01ef}]`;
const tag = String.raw`[\u{e0020}-\u{e007f}]`;

const foreign = String.raw`[\p{sc=Cyrillic}\p{sc=Greek}]`;
/** Letters of Cyrillic and Greek with the shape of a Latin letter, as most fonts draw them. */
const letters = 'аеорсухѕіјһԁԛԝӏАВЕНІЈКМОРСТУХЅҮԌԚԜοΑΒΕΖΗΙΚΜΝΟΡΤΥΧνϲ';
/** What can be one name: a text between spaces, quotes and brackets. */
const word = /[^\s"'`<>(){}[\],;:|]+/gu;

/**
 * Latin letters, dashes, quotes, dots and arrows, all of which can be seen. Nearly every text of a page has no others, and
 * needs none of the patterns below.
 */
const plain = /^[\n\t\x20-\x7e\xa0-\xac\xae-\u024f\u2010-\u2027\u2190-\u21ff]*$/;

/** Made when first needed: V8 looks up the properties of all characters for them, which takes 10 ms on a fast processor. */
const makePatterns = () => ({
  /**
   * Characters that cannot be seen, or that turn the order of what is read: control characters, marks of direction,
   * characters of no width and fillers. What shapes the character before it, as in emoji, is not among them.
   */
  unseen: new RegExp(
    [
      String.raw`\r(?!\n)|[\p{Cc}--[\t\n\r]]|[\p{Zl}\p{Zp}\p{Cs}\ufff9-\ufffb]`,
      `(?<!${shaped}${selector}?)${joiner}`,
      String.raw`(?<!${shaped})(?!\ufe0f\u20e3)${selector}`,
      // a flag has a few of them; without a bound, a text of many would take the square of their number
      String.raw`(?<!\p{Extended_Pictographic}${tag}{0,8})${tag}`,
      String.raw`[\p{DI}--${joiner}--${selector}--${tag}]`,
    ].join('|'),
    'gv',
  ),
  latinShaped: new RegExp(`[${letters}]`, 'gv'),
  latin: /\p{sc=Latin}/v,
  /** A letter that tells its script: nobody takes a word with it for a Latin one. */
  distinct: new RegExp(String.raw`[[\p{sc=Cyrillic}\p{sc=Greek}]--[${letters}]]`, 'v'),
  adjoining: new RegExp(String.raw`\p{sc=Latin}\p{M}?${foreign}|${foreign}\p{M}?\p{sc=Latin}`, 'v'),
});
type Patterns = ReturnType<typeof makePatterns>;
let made: Patterns | undefined;

/**
 * Returns a text with `\u202e` in place of each character that cannot be seen or that turns the order of writing, and of
 * each Cyrillic or Greek letter that looks like a Latin one in a Latin word, so that no text looks like another one. Line
 * breaks and tabs stay.
 */
export function visibleText(text: string): string {
  if (plain.test(text)) return text;
  made ??= makePatterns();
  const patterns = made;
  const seen = text.replaceAll(patterns.unseen, escaped);
  if (seen.search(patterns.latinShaped) === -1) return seen;
  return seen.replaceAll(word, (one) => withLettersOfOneScript(one, patterns));
}

function withLettersOfOneScript(word: string, { latin, distinct, adjoining, latinShaped }: Patterns): string {
  const isMixed = latin.test(word) && (!distinct.test(word) || adjoining.test(word));
  return isMixed ? word.replaceAll(latinShaped, escaped) : word;
}

/** Returns a text as `visibleText` does, in one line: line breaks and tabs are written out, too. */
export function visibleLine(text: string): string {
  return visibleText(text).replaceAll(/[\t\n\r]/g, escaped);
}

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const digits = code.toString(16);
  return code > 0xffff ? `\\u{${digits}}` : `\\u${digits.padStart(4, '0')}`;
}
