/**
 * A number as people read it: `12,345`. Whole numbers are written without `Intl`, whose data costs the load of a page 20 to
 * 60 ms when it is first used.
 */
export function numberText(value: number): string {
  if (!Number.isSafeInteger(value)) return value.toLocaleString('en');
  return String(value).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}
