import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { findInPalette } from '@/lib/dashboard/palette/find-in-palette.ts';

export const GET = readRoute(({ client, scopes, searchParams, signal }) =>
  findInPalette(client, scopes, searchParams.get('text') ?? '', signal),
);
