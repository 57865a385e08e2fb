import { presentTime } from '@/components/ui/present.ts';
import type { FilterTable } from './apply-filter.ts';
import { printValue, scanFilter } from './clause.ts';
import type { FilterDefinition } from './definition.ts';
import { keyOfPointer, type PathFilter } from './path-filter.ts';
import { definitionOf } from './written-clause.ts';

/** Something that may stand at the caret: `text` replaces what is between `from` and `to`. */
export type Suggestion = {
  text: string;
  from: number;
  to: number;
  label: string;
  about?: string;
  /** Whether the clause is complete with it; a key still needs its value. */
  isComplete: boolean;
};

/** Lists of values that a page provides, by the name that definitions give them. */
export type SuggestionSources = Readonly<Record<string, readonly string[]>>;

const most = 12;

/** What may stand at the caret of a filter's text, best first. */
export function suggest(table: FilterTable, text: string, caret: number, sources: SuggestionSources): Suggestion[] {
  const before = text.slice(0, caret);
  const scanned = scanFilter(before).at(-1);
  const isInside = scanned !== undefined && scanned.to === before.length;
  if (isInside && scanned.clause.kind === 'field') {
    const { key } = scanned.clause;
    const definition = definitionOf(table, key);
    return definition ? suggestValues(definition, before, scanned.from + key.length + 1, sources) : [];
  }
  if (before.slice(scanned?.from ?? 0).startsWith('"') && isInside) return [];
  const word = /\S*$/.exec(before)?.[0] ?? '';
  const at = { from: before.length - word.length, to: caret };
  const keys = suggestKeys(table.definitions, word, at.from, at.to, sources);
  return table.paths ? [...keys, ...suggestPaths(table.paths, word, at, sources)].slice(0, most) : keys;
}

/**
 * Completes the last value of a filter's text when it is the beginning of a suggested one and means nothing by itself:
 * `status:fail` becomes `status:failed`. Returns any other text as it is.
 */
export function completeLastValue(table: FilterTable, text: string, sources: SuggestionSources): string {
  const last = scanFilter(text).at(-1);
  if (last?.clause.kind !== 'field' || last.to !== text.length) return text;
  const { key, values } = last.clause;
  const definition = definitionOf(table, key);
  const typed = values.at(-1);
  if (definition === undefined || typed === undefined || typed === '') return text;
  if (!('problem' in definition.read(typed, new Date(presentTime())))) return text;
  const [first] = suggestValues(definition, text, last.from + key.length + 1, sources);
  return first?.label.toLowerCase().startsWith(typed.toLowerCase()) ? text.slice(0, first.from) + first.text : text;
}

function suggestValues(
  definition: FilterDefinition,
  before: string,
  valuesStart: number,
  sources: SuggestionSources,
): Suggestion[] {
  const written = before.slice(valuesStart);
  const comma = written.lastIndexOf(',');
  const typed = written.slice(comma + 1).replace(/^"/, '');
  const given = new Set(written.slice(0, comma + 1).split(','));
  const from = before.length - (written.length - comma - 1);
  return match(valuesOf(definition, sources), typed)
    .filter((value) => value !== typed && !given.has(value))
    .map((value) => ({ text: printValue(value), from, to: before.length, label: value, isComplete: true }));
}

function suggestKeys(
  definitions: readonly FilterDefinition[],
  word: string,
  from: number,
  to: number,
  sources: SuggestionSources,
): Suggestion[] {
  const keys = definitions
    .filter(
      ({ key, label }) => key.startsWith(word.toLowerCase()) || label.toLowerCase().startsWith(word.toLowerCase()),
    )
    .map(({ key, about }) => ({ text: `${key}:`, from, to, label: `${key}:`, about, isComplete: false }));
  if (word === '') return keys;
  if (word.startsWith('-')) return suggestNegated(definitions, word, from, to);
  const values = definitions.flatMap((definition) =>
    match(valuesOf(definition, sources), word)
      .slice(0, 4)
      .map((value) => ({
        text: `${definition.key}:${printValue(value)}`,
        from,
        to,
        label: `${definition.key}:${printValue(value)}`,
        about: definition.label,
        isComplete: true,
      })),
  );
  return [...keys, ...values].slice(0, most);
}

function suggestNegated(
  definitions: readonly FilterDefinition[],
  word: string,
  from: number,
  to: number,
): Suggestion[] {
  return definitions
    .filter(({ key, negate }) => negate !== undefined && `-${key}`.startsWith(word.toLowerCase()))
    .map(({ key, label }) => ({
      text: `-${key}:`,
      from,
      to,
      label: `-${key}:`,
      about: `${label} is not`,
      isComplete: false,
    }));
}

function valuesOf({ suggestions }: FilterDefinition, sources: SuggestionSources): readonly string[] {
  if (suggestions === undefined) return [];
  return 'source' in suggestions ? (sources[suggestions.source] ?? []) : suggestions;
}

/** Values that begin with what is typed, then those that hold it. */
function match(values: readonly string[], typed: string): string[] {
  const wanted = typed.toLowerCase();
  const starting = values.filter((value) => value.toLowerCase().startsWith(wanted));
  const holding = values.filter((value) => !starting.includes(value) && value.toLowerCase().includes(wanted));
  return [...starting, ...holding].slice(0, most);
}

/** Paths of values that the page knows; before one is begun, the beginning of all of them. */
function suggestPaths(
  paths: PathFilter,
  word: string,
  at: { from: number; to: number },
  sources: SuggestionSources,
): Suggestion[] {
  const sign = word.startsWith('-') ? '-' : '';
  const typed = word.slice(sign.length).toLowerCase();
  const start = `${paths.key}.`;
  if (!typed.startsWith(start))
    return start.startsWith(typed)
      ? [{ text: sign + start, ...at, label: sign + start, about: paths.about, isComplete: false }]
      : [];
  const indexed = sources[paths.indexedSource ?? ''] ?? [];
  return [...new Set([...indexed, ...(sources[paths.source] ?? [])])]
    .map((pointer) => ({ key: `${sign}${keyOfPointer(paths, pointer)}:`, isIndexed: indexed.includes(pointer) }))
    .filter(({ key }) => key.toLowerCase().startsWith(sign + typed))
    .map(({ key, isIndexed }) => ({
      ...{ text: key, ...at, label: key, isComplete: false },
      ...(isIndexed && { about: 'indexed' }),
    }));
}
