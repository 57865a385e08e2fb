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
};

type Kind = Pick<FilterDefinition, 'key' | 'label' | 'about' | 'example'>;

/** One of a closed set of words, whatever their case. */
export function choiceFilter(kind: Kind & { field: string; choices: readonly string[] }): FilterDefinition {
  const { field, choices, ...rest } = kind;
  return {
    ...rest,
    isMany: true,
    suggestions: choices,
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

/** Yes or no. */
export function flagFilter(kind: Kind & { field: string }): FilterDefinition {
  const { field, ...rest } = kind;
  const words: Record<string, string> = { true: 'true', yes: 'true', false: 'false', no: 'false' };
  return {
    ...rest,
    isMany: false,
    suggestions: ['true', 'false'],
    read: (value) => {
      const word = words[value.toLowerCase()];
      return word === undefined ? { problem: `“${value}” is not true or false` } : { fields: { [field]: word } };
    },
  };
}
