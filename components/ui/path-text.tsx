import { Fragment } from 'react';

/** Letters that are written from right to left. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
/** What separates the parts of an id. */
const separators = /([/:.-]+)/;

/**
 * The id of an entry. Its parts keep their order, also those that are written from right to left: without isolation a browser
 * turns two of them around, and the child would stand before its parent.
 */
export function PathText({ text }: { text: string }) {
  if (!rightToLeft.test(text)) return <>{text}</>;
  const places = text.split(separators).map((part, place) => ({ part, place }));
  return places.map(({ part, place }) => (
    <Fragment key={place}>{rightToLeft.test(part) ? <bdi>{part}</bdi> : part}</Fragment>
  ));
}
