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
  /** The values that a condition with `-` before it leaves, or what is wrong with it. Without it, it cannot be negated. */
  negate?: (values: readonly string[]) => readonly string[] | { problem: string };
};

type Kind = Pick<FilterDefinition, 'key' | 'label' | 'about' | 'example'>;

/** One of a closed set of words, whatever their case. `isTotal`: everything listed has one, so that it can be negated. */
export function choiceFilter(
  kind: Kind & { field: string; choices: readonly string[]; isTotal?: boolean },
): FilterDefinition {
  const { field, choices, isTotal = false, ...rest } = kind;
  const others = (values: readonly string[]) => {
    const given = new Set(values.map((value) => value.toLowerCase()));
    const unknown = values.find((value) => choices.every((choice) => choice.toLowerCase() !== value.toLowerCase()));
    if (unknown !== undefined) return { problem: `“${unknown}” is not one of ${choices.join(', ')}` };
    const left = choices.filter((choice) => !given.has(choice.toLowerCase()));
    return left.length === 0 ? { problem: 'nothing is left without these' } : left;
  };
  return {
    ...rest,
    isMany: true,
    suggestions: choices,
    ...(isTotal && { negate: others }),
    read: (value) => {
      const choice = choices.find((word) => word.toLowerCase() === value.toLowerCase());
      if (choice !== undefined) return { fields: { [field]: choice } };
      return { problem: `“${value}” is not one of ${choices.join(', ')}` };
    },
  };
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
