/** The kinds of variable parts of an error message. `messageShape` writes each as `<kind>`. */
export const variableKinds = ['time', 'url', 'email', 'address', 'path', 'id', 'number', 'text'] as const;

/** Longer messages mostly quote a document. Their beginning tells the cause. */
const longestShaped = 1_000;

/** Words before a quoted name that make it a name of the program or of a schema, which tells causes apart. */
const namingWords =
  /\b(?:relation|table|column|constraint|index|function|type|schema|role|propert(?:y|ies)|attribute|reading|setting|field|parameter|argument|option|module|package|key|variable|extension|operator|header|method|class|event|claim|enum|policy|permission|scope|action|export named) $/i;
const plainName = /^(?!.*\d{3})[A-Za-z_$][\w$.@/-]*$/;

/** A code that tells the cause, such as `AC01`, `P2002` or `ORA-00942`. */
const causeCode = /^[A-Z]{1,8}[-_]?\d{1,6}$/;
/** Words before a number that make it a code, not a quantity. */
const codeWords =
  /\b(?:status(?: code)?|code|errno|sqlstate|http(?:\/\d(?:\.\d)?)?|exit(?: code)?|signal|error|response)[ :=(#[]*$/i;

const month = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*';
const dayTime = '(?: \\d\\d:\\d\\d(?::\\d\\d)?)?(?: (?:GMT|UTC)(?:[+-]\\d{4})?)?';

/** Where a match is: the text before and after it. */
type Place = { before: string; after: string };
type Rule = [pattern: RegExp, replacement: string | ((match: string, place: Place, content: string) => string)];

const rules: readonly Rule[] = [
  [/\s+/g, ' '],
  [/\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s"'`<>)\]}]+/gi, '<url>'],
  [/\barn:aws[\w-]*:[^\s"'`,)]+/g, '<id>'],
  [/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '<email>'],
  [/(?<![\w></])(?:[A-Za-z]:\\|\.{0,2}\/)[\w.@%+~-]+(?:[\\/][\w.@%+~-]*)*/g, '<path>'],
  [
    /(?<![\w/])[\w.-]+(?:\/[\w.-]+)*\.(?:csv|json|xml|ya?ml|txt|log|pdf|[cm]?[jt]sx?|bin|png|jpe?g|zip|gz|pem|sql|html?|parquet)\b/g,
    '<path>',
  ],
  [/(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.]*\d)(?:\/\d{1,2})?(?::\d+)?/g, '<address>'],
  [
    /\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?)?(?: ?(?:Z\b|UTC|GMT|[+-]\d\d(?::?\d\d)?))?(?![\w-])/g,
    '<time>',
  ],
  [new RegExp(`(?:[A-Z][a-z]{2}, )?\\d{1,2} ${month} \\d{4}${dayTime}`, 'g'), '<time>'],
  [new RegExp(`(?:[A-Z][a-z]{2} )?${month} \\d{1,2},? \\d{4}${dayTime}`, 'g'), '<time>'],
  [/(?<![\w:])\d{1,2}:\d\d(?::\d\d(?:[.,]\d+)?)?(?: ?[AP]M\b)?(?![\w:])/g, '<time>'],
  [/(?<![\w.])\d{1,2}([./])\d{1,2}\1(?:\d{4}|\d\d)(?![\w.])/g, '<time>'],
  [/(?<!\w)\[?(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{1,4}\]?(?::\d+)?(?!\w)/gi, '<address>'],
  [/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, '<id>'],
  [/"((?:[^"\\]|\\.)*)"/g, keepNames],
  [/`([^`]*)`/g, keepNames],
  [/[“„]([^”“]*)[”“]/g, keepNames],
  [/«([^»]*)»/g, keepNames],
  [/‘([^’]*)’/g, keepNames],
  [/(?<!\w)'((?:[^'\\]|\\.|(?<=\w)'(?=\w))*)'(?!\w)/g, keepNames],
];

/** Applied when quotes and brackets are gone. */
const lateRules: readonly Rule[] = [
  [
    /\b(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+(?:com|org|net|io|dev|local|internal|cloud|app|svc|eu|de|uk|fr|es|us|co)\b(?::\d+)?/gi,
    '<address>',
  ],
  [/\blocalhost(?::\d+)?/g, '<address>'],
  [/\b\w+=(?!=)(?:<\w+>|[^\s,;)&}\]<]+)/g, keepCodeOfPair],
  [/(?<![\w<])#?(?!http\/\d)(?=[\w:/-]*\d)(?=[\w:/-]*[a-z])[a-z0-9]+(?:[-_:/][a-z0-9]+)*(?![\w>])/gi, keepCodes],
  [/(?<![\w<.])\d+(?:[-/]\d+)+(?![\w>])/g, '<id>'],
  [
    /(?<![\w<.]|\w-)[-+#]?[$€£¥]?\d+(?:[,'_]\d{3})*(?:\.\d+)*(?: ?%| ?(?:ms|s|min|h|[KMGT]i?B|bytes)\b)?(?![\w>])/g,
    keepCodes,
  ],
];

/**
 * Returns an error message without its variable parts: numbers, ids, times, URLs, addresses, paths, and quoted and
 * bracketed text. Each is replaced by its kind, so that messages of one cause have one shape. Names of the program or of
 * a schema (`column "amount"`) and codes (`AC01`, `status 404`) stay, because they tell causes apart.
 */
export function messageShape(message: string): string {
  const unquoted = rules.reduce(apply, message.slice(0, longestShaped).trim());
  return lateRules
    .reduce(apply, withoutBrackets(unquoted))
    .replaceAll(/(<\w+>)(?:(?:,? and |, ?| )\1)+/g, '$1')
    .trim();
}

function apply(text: string, [pattern, replacement]: Rule): string {
  if (typeof replacement === 'string') return text.replaceAll(pattern, replacement);
  return text.replaceAll(pattern, (match: string, ...rest: (string | number | undefined)[]) => {
    const offset = rest.find((part): part is number => typeof part === 'number') ?? 0;
    const place = { before: text.slice(0, offset), after: text.slice(offset + match.length) };
    return replacement(match, place, typeof rest[0] === 'string' ? rest[0] : '');
  });
}

function keepNames(_: string, { before }: Place, content: string): string {
  return plainName.test(content) && namingWords.test(before) ? `"${content}"` : '<text>';
}

const isCode = (text: string) => causeCode.test(text) || /^#?\d{1,6}$/.test(text);

function keepCodeOfPair(match: string, { before }: Place): string {
  const [name = '', value = ''] = match.split('=');
  return codeWords.test(`${before}${name}=`) && isCode(value) ? match : `${name}=<text>`;
}

function keepCodes(match: string, { before, after }: Place): string {
  const isWord = /[A-Za-z]/.test(match.replace(/ ?(?:ms|s|min|h|[KMGT]i?B|bytes)$/, ''));
  if (codeWords.test(before) && isCode(match)) return match;
  if (!isWord) return '<number>';
  const isFirst = /(?:^|: )[([]?$/.test(before) && /^(?:[:)\]]| -| [A-Za-z])/.test(after);
  return isFirst && causeCode.test(match) ? match : '<id>';
}

/** Replaces bracketed text from the inside out. A code and the property in `(reading "x")` stay. */
function withoutBrackets(text: string): string {
  const next = text.replaceAll(
    /\(([^()]+)\)|\[([^[\]]+)\]|\{[^{}]*\}/g,
    (match: string, round?: string, square?: string) => {
      const content = round ?? square ?? '';
      return /^reading "/.test(content) || (text.startsWith(match) && causeCode.test(content)) ? match : '<text>';
    },
  );
  return next === text ? text : withoutBrackets(next);
}
