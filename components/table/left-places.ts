import { isGoingBack } from './going-back.ts';

/** The row from which a page was opened, if one was, and how far the table was scrolled. */
export type LeftPlace = { currentId: string | undefined; top: number };

const maximumPlaces = 50;

/** Where the tables of this tab were left, the oldest first. It ends with the page's memory. */
const places = new Map<string, LeftPlace>();

/** A table is known by the address that shows it, with its filter, and by its label. */
const nameOf = (label: string) => `${window.location.pathname}${window.location.search} ${label}`;

/** Keeps where a table of the page is left for another page. */
export function keepPlace(label: string, place: LeftPlace): void {
  const name = nameOf(label);
  places.delete(name);
  places.set(name, place);
  for (const oldest of places.keys()) {
    if (places.size <= maximumPlaces) return;
    places.delete(oldest);
  }
}

/** Forgets where a table was left: it was opened anew, at its top. */
export function forgetPlace(label: string): void {
  places.delete(nameOf(label));
}

/** Returns where a table was left, if Back or Forward opens its page now. */
export function keptPlace(label: string): LeftPlace | undefined {
  return isGoingBack() ? places.get(nameOf(label)) : undefined;
}
