import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { errorGroupKind } from '@/lib/dashboard/copy/error-group-kind.ts';
import { previewCopy } from '@/lib/dashboard/copy/serve-copy.ts';

/** What a copy of an error group holds. */
export const GET = readRoute(previewCopy(errorGroupKind));
