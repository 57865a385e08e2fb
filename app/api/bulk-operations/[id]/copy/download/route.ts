import { downloadRoute } from '@/lib/dashboard/access/download-route.ts';
import { bulkOperationKind } from '@/lib/dashboard/copy/bulk-operation-kind.ts';
import { downloadCopy } from '@/lib/dashboard/copy/serve-copy.ts';

/** A copy of a bulk operation as one file that opens anywhere. */
export const GET = downloadRoute(downloadCopy(bulkOperationKind));
