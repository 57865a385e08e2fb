/** Query parameters that a value stands for, by name, or why it cannot be applied. */
export type Reading = { fields: Readonly<Record<string, string>> } | { problem: string };

/** What one filter key means. A table of these drives chips, text, completion and the service's query alike. */
export type FilterDefinition = {
  /** As written before the colon; lower case. */
  key: string;
  /** As read on a chip. */
  label: string;
  /** One line for the completion list. */
  about: string;
  example: string;
  /** Whether several values are alternatives. */
  isMany: boolean;
  /** Values to offer: a closed list, or the name of a list that the page provides. */
  suggestions?: readonly string[] | { source: string };
  /** `now` is the time that relative values count from. */
  read: (value: string, now: Date) => Reading;
  /** The words that a chip has for a value; `undefined` where the value says it itself. */
  wordsOf?: (value: string) => string | undefined;
  /** How a value is written in a filter's text; `undefined` where it stays as it is. */
  writtenOf?: (value: string) => string | undefined;
  /** The values that a condition with `-` before it leaves, or what is wrong with it. Without it, it cannot be negated. */
  negate?: (values: readonly string[]) => readonly string[] | { problem: string };
};

type Kind = Pick<FilterDefinition, 'key' | 'label' | 'about' | 'example'>;

/**
 * One of a closed set of choices, whatever their case. `words` are those of choices that do not say themselves what they
 * mean: a chip has the words, and they can be written with a hyphen (`timed-out`), with a space or as the choice.
 * `isTotal`: everything listed has a choice, so that it can be negated.
 */
export function choiceFilter(
  kind: Kind & {
    field: string;
    choices: readonly string[];
    words?: Readonly<Record<string, string>>;
    isTotal?: boolean;
  },
): FilterDefinition {
  const { field, choices, words = {}, isTotal = false, ...rest } = kind;
  const wordsOf = (choice: string) => words[choice] ?? choice;
  const written = choices.map((choice) => writtenChoice(words, choice));
  const choiceOf = (value: string) => {
    const given = value.toLowerCase();
    return choices.find((choice, place) =>
      [choice, wordsOf(choice), written[place]].some((form) => form?.toLowerCase() === given),
    );
  };
  const unknown = (value: string) => ({ problem: `“${value}” is not one of ${written.join(', ')}` });
  const others = (values: readonly string[]) => {
    const wrong = values.find((value) => choiceOf(value) === undefined);
    if (wrong !== undefined) return unknown(wrong);
    const given = new Set(values.map(choiceOf));
    const left = choices.filter((choice) => !given.has(choice));
    return left.length === 0 ? { problem: 'nothing is left without these' } : left;
  };
  return {
    ...rest,
    isMany: true,
    suggestions: written,
    ...(isTotal && { negate: others }),
    read: (value) => {
      const choice = choiceOf(value);
      return choice === undefined ? unknown(value) : { fields: { [field]: choice } };
    },
    wordsOf: (value) => {
      const choice = choiceOf(value);
      return choice && wordsOf(choice);
    },
    writtenOf: (value) => written[choices.indexOf(choiceOf(value) ?? '')],
  };
}

/** A choice as it is written in a filter: its words with hyphens, or itself where it has none. */
export function writtenChoice(words: Readonly<Record<string, string>>, choice: string): string {
  return (words[choice] ?? choice).replaceAll(' ', '-');
}

/** Any word that the pattern takes. */
export function wordFilter(
  kind: Kind & {
    field: string;
    isMany: boolean;
    pattern: RegExp;
    otherwise: string;
    suggestions?: FilterDefinition['suggestions'];
  },
): FilterDefinition {
  const { field, pattern, otherwise, suggestions, ...rest } = kind;
  return {
    ...rest,
    ...(suggestions && { suggestions }),
    read: (value) => (pattern.test(value) ? { fields: { [field]: value } } : { problem: otherwise }),
  };
}

/** Yes or no, in words of its own where they say more. */
export function flagFilter(
  kind: Kind & { field: string; words?: readonly [yes: string, no: string] },
): FilterDefinition {
  const { field, words: [yes, no] = ['true', 'false'], ...rest } = kind;
  return {
    ...rest,
    isMany: false,
    suggestions: [yes, no],
    negate: (values) =>
      values.map((value) => ({ [yes]: no, yes: no, [no]: yes, no: yes })[value.toLowerCase()] ?? value),
    read: (value) => {
      const word = value.toLowerCase();
      if (word === yes || word === 'yes') return { fields: { [field]: 'true' } };
      if (word === no || word === 'no') return { fields: { [field]: 'false' } };
      return { problem: `“${value}” is not ${yes} or ${no}` };
    },
  };
}
