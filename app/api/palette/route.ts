import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { findHolders } from '@/lib/dashboard/palette/find-holders.ts';
import { findInPalette } from '@/lib/dashboard/palette/find-in-palette.ts';

export const GET = readRoute(({ client, scopes, searchParams, signal }) => {
  const find = searchParams.has('values') ? findHolders : findInPalette;
  return find(client, scopes, searchParams.get('text') ?? '', signal);
});
