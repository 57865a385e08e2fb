/** A `ref` of a row that scrolls sideways: brings its present tab into the middle when it is first shown. */
export function showPresent(row: HTMLElement | null): void {
  const present = row?.querySelector('[aria-current="page"], [data-state="active"]');
  if (row === null || !present) return;
  const [outer, inner] = [row.getBoundingClientRect(), present.getBoundingClientRect()];
  row.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2);
}
