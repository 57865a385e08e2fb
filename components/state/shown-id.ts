/** Spaces at either end, and those that look like others. */
const unseenSpaces = /^\s+|\s+$|[^\S ]/g;

/** The id of an entry, or a part of it, as it is shown: `␣` stands for each space that nobody could see. */
export function shownId(id: string): string {
  return id.replaceAll(unseenSpaces, (spaces) => '␣'.repeat(spaces.length));
}
