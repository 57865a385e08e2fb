import type { Hono } from 'hono';
import type { ServiceBindings } from '../http/handle.ts';
import { requestIdOf } from '../http/headers.ts';
import { headersFor } from '../http/respond.ts';
import type { Service } from '../service.ts';
import { tusDiscovery } from './tus.ts';

/** OPTIONS returns the supported parts of tus, without a token. */
export function mountUploadDiscovery(app: Hono<ServiceBindings>, { config }: Service): void {
  for (const path of ['/v1/uploads', '/v1/uploads/:uploadId'])
    app.options(path, (c) => {
      const headers = {
        ...headersFor(requestIdOf(c.env.incoming), undefined),
        ...tusDiscovery(config.maximumBlobBytes),
      };
      return new Response(null, { status: 204, headers });
    });
}
