import { readRoute } from '@/lib/dashboard/access/read-route.ts';
import { readDeployment } from '@/lib/dashboard/deployment/read-deployment.ts';

export const GET = readRoute(({ client, signal }) => readDeployment(client, signal));
