/** A change of what an operator may do, in words: a title, and a description. `isLess`: something was withdrawn. */
type ChangedRights = { title: string; description: string; isLess: boolean };

/** Returns what has changed of the rights of an operator, whose scopes are suffixes such as `tasks/update`. */
export function changedRights(before: readonly string[], now: readonly string[]): ChangedRights {
  const withdrawn = before.filter((scope) => !now.includes(scope));
  const granted = now.filter((scope) => !before.includes(scope));
  const parts = [
    withdrawn.length > 0 ? `You no longer have ${listOf(withdrawn)}.` : '',
    granted.length > 0 ? `You also have ${listOf(granted)}.` : '',
  ].filter((part) => part !== '');
  return {
    title: 'Your rights have changed',
    description: parts.length > 0 ? parts.join(' ') : 'You reach other tasks and stores than before.',
    isLess: withdrawn.length > 0 || granted.length === 0,
  };
}

const mostNamed = 3;

function listOf(scopes: readonly string[]): string {
  const named = scopes.slice(0, mostNamed);
  const left = scopes.length - named.length;
  const parts = left > 0 ? [...named, `${left} more`] : named;
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
}
