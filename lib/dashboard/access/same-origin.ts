/**
 * Whether a request was made by a page of this dashboard. Browsers always say where a request comes from, in
 * `Sec-Fetch-Site` or `Origin`; one that says neither is a program, which has no cookie to abuse.
 * `isOriginNeeded`: for what changes something, silence is refused as well.
 */
export function isSameOrigin(headers: Headers, { isOriginNeeded }: { isOriginNeeded: boolean }): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin' && site !== 'none') return false;
  const origin = headers.get('origin');
  if (origin === null) return site === 'same-origin' || !isOriginNeeded;
  return URL.parse(origin)?.host === headers.get('host');
}
