/** The title of a failed act: what was not done or, where no answer came, that this is not known. */
export function outcomeTitle(title: string, { code }: { code?: string }): string {
  if (code !== 'Unreachable') return title;
  return `It is not known whether ${title.charAt(0).toLowerCase()}${title.slice(1).replace(' not ', ' ')}`;
}
