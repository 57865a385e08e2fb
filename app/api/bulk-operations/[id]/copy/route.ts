import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { bulkOperationKind } from '@/lib/dashboard/copy/bulk-operation-kind.ts';
import { previewCopy } from '@/lib/dashboard/copy/serve-copy.ts';

/** What a copy of a bulk operation holds. */
export const GET = readRoute(previewCopy(bulkOperationKind));
