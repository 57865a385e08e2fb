/** One condition of a filter. Values of one clause are alternatives; all clauses must hold. */
export type Clause =
  | { kind: 'field'; key: string; values: readonly string[] }
  /** Text to search for. */
  | { kind: 'text'; text: string };

/** The condition that a field has one value. */
export const fieldClause = (key: string, value: string): Clause => ({ kind: 'field', key, values: [value] });

/** A clause and where its text stands. */
type ScannedClause = { clause: Clause; from: number; to: number };

const keyPattern = /-?(?:value[./][^\s:=<>!,"]+|[A-Za-z][A-Za-z0-9_-]*):/iy;
/** The same condition as one would write it in a program: `value.total > 100`. */
const comparisonPattern = /(-?value[./][^\s:=<>!,"]+)\s*(!=|<=|>=|=|<|>)\s*/iy;
/** Between conditions it says nothing: all of them must hold. */
const andPattern = /and\s+(?=-?(?:value[./]|[A-Za-z][A-Za-z0-9_-]*:))/iy;
const space = /\s/;

/**
 * Reads a filter's text: `status:failed,retrying tag:customer="Ann Lee" "timed out"`. Every text is a filter:
 * what has no key is text to search for (neighbouring bare words are one text), and what a key or value means is
 * decided later (`applyFilter`). Parts of values are also compared as in a program: `value.customer = "A-17" and
 * value.total > 100`.
 */
export function parseFilter(text: string): Clause[] {
  return scanFilter(text).map(({ clause }) => clause);
}

/** As `parseFilter`, with the place of each clause. */
export function scanFilter(text: string): ScannedClause[] {
  const found: (ScannedClause & { isBare?: boolean })[] = [];
  let at = 0;
  while (at < text.length) {
    if (space.test(text.charAt(at))) {
      at += 1;
      continue;
    }
    const from = at;
    keyPattern.lastIndex = at;
    const key = keyPattern.exec(text)?.[0];
    if (key !== undefined) {
      const read = readValues(text, at + key.length);
      at = read.end;
      found.push({
        clause: { kind: 'field', key: keyOf(key.slice(0, -1)), values: read.values },
        from,
        to: at,
      });
      continue;
    }
    const comparison = readComparison(text, at);
    if (comparison !== undefined) {
      found.push({ clause: comparison.clause, from, to: comparison.end });
      at = comparison.end;
      andPattern.lastIndex = text.slice(at).search(/\S|$/) + at;
      if (andPattern.test(text)) at = andPattern.lastIndex;
    } else if (text.charAt(at) === '"') {
      const read = readQuoted(text, at);
      at = read.end;
      if (read.value !== '') found.push({ clause: { kind: 'text', text: read.value }, from, to: at });
    } else {
      while (at < text.length && !space.test(text.charAt(at))) at += 1;
      const word = text.slice(from, at);
      const previous = found.at(-1);
      if (previous?.isBare && previous.clause.kind === 'text') {
        found[found.length - 1] = {
          clause: { kind: 'text', text: `${previous.clause.text} ${word}` },
          from: previous.from,
          to: at,
          isBare: true,
        };
      } else found.push({ clause: { kind: 'text', text: word }, from, to: at, isBare: true });
    }
  }
  return found.map(({ clause, from, to }) => ({ clause, from, to }));
}

/** Keys are written in any case, paths as they are. */
function keyOf(written: string): string {
  return /[./]/.test(written) ? written.replace(/^-?value/i, (start) => start.toLowerCase()) : written.toLowerCase();
}

function readComparison(text: string, start: number): { clause: Clause; end: number } | undefined {
  comparisonPattern.lastIndex = start;
  const [whole, written, operator] = comparisonPattern.exec(text) ?? [];
  if (whole === undefined || written === undefined) return undefined;
  const { values, end } = readValues(text, start + whole.length);
  const key = keyOf(written);
  if (operator === '=') return { clause: { kind: 'field', key, values }, end };
  if (operator === '!=')
    return { clause: { kind: 'field', key: key.startsWith('-') ? key.slice(1) : `-${key}`, values }, end };
  const [first = '', ...others] = values;
  return { clause: { kind: 'field', key, values: [`${operator}${first}`, ...others] }, end };
}

/** The text of a filter; `parseFilter` reads it back unchanged. */
export function printFilter(clauses: readonly Clause[]): string {
  return clauses.map(printClause).join(' ');
}

export function printClause(clause: Clause): string {
  return clause.kind === 'text' ? quote(clause.text) : `${clause.key}:${clause.values.map(printValue).join(',')}`;
}

/** A value as it stands in a filter's text: quoted where it must be. */
export function printValue(value: string): string {
  return value === '' || /[\s,"]/.test(value) ? quote(value) : value;
}

export function clausesEqual(left: readonly Clause[], right: readonly Clause[]): boolean {
  return printFilter(left) === printFilter(right);
}

function quote(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

function readValues(text: string, start: number): { values: string[]; end: number } {
  const values: string[] = [];
  let value = '';
  let isGiven = false;
  let at = start;
  const finish = () => {
    if (isGiven) values.push(value);
    value = '';
    isGiven = false;
  };
  while (at < text.length && !space.test(text.charAt(at))) {
    const char = text.charAt(at);
    if (char === ',') {
      finish();
      at += 1;
    } else if (char === '"') {
      const read = readQuoted(text, at);
      value += read.value;
      isGiven = true;
      at = read.end;
    } else {
      value += char;
      isGiven = true;
      at += 1;
    }
  }
  finish();
  return { values, end: at };
}

/** Reads from an opening quote to its closing one, or to the end of the text where there is none. */
function readQuoted(text: string, start: number): { value: string; end: number } {
  let value = '';
  let at = start + 1;
  while (at < text.length) {
    const char = text.charAt(at);
    const next = text.charAt(at + 1);
    if (char === '"') return { value, end: at + 1 };
    if (char === '\\' && (next === '"' || next === '\\')) {
      value += next;
      at += 2;
    } else {
      value += char;
      at += 1;
    }
  }
  return { value, end: at };
}
