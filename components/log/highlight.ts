/** A piece of a text; `at` is where it begins. */
type TextPart = { text: string; at: number; isMatch: boolean };

/** Cuts a text into what matches a search, whatever the case, and what lies between. The parts join to the text. */
export function highlightParts(text: string, search: string): TextPart[] {
  if (search === '') return [{ text, at: 0, isMatch: false }];
  const pattern = new RegExp(search.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'gi');
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > end) parts.push({ text: text.slice(end, match.index), at: end, isMatch: false });
    parts.push({ text: match[0], at: match.index, isMatch: true });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), at: end, isMatch: false });
  return parts;
}
