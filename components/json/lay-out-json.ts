import { closes, endOfString, endOfWord, isJsonSpace, opens, skipJsonSpace } from './json-spans.ts';

const lineOf = (depth: number) => `\n${'  '.repeat(depth)}`;

/**
 * Returns a JSON text over lines, as `stringifyJson(value, 2)` writes its value. It does not parse the text, which takes
 * several times as long for a value of megabytes: its strings and numbers stay as they are written.
 */
export function layOutJson(text: string): string {
  const lines: string[] = [];
  let line = '';
  let depth = 0;
  const breakLine = () => {
    lines.push(line);
    line = lines.length === 0 ? '' : lineOf(depth);
  };
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (isJsonSpace(code)) {
      at += 1;
    } else if (code === 34) {
      const end = endOfString(text, at);
      line += text.slice(at, end);
      at = end;
    } else if (opens(code)) {
      const next = skipJsonSpace(text, at + 1);
      if (closes(text.charCodeAt(next))) {
        line += code === 123 ? '{}' : '[]';
        at = next + 1;
      } else {
        line += text.charAt(at);
        depth += 1;
        breakLine();
        at = next;
      }
    } else if (closes(code)) {
      depth -= 1;
      breakLine();
      line += text.charAt(at);
      at += 1;
    } else if (code === 44) {
      line += ',';
      breakLine();
      at += 1;
    } else if (code === 58) {
      line += ': ';
      at += 1;
    } else {
      const end = endOfWord(text, at);
      line += text.slice(at, end);
      at = end;
    }
  }
  lines.push(line);
  return lines.join('');
}
