import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BlockList } from 'node:net';
import { bodyTooSlow, watchBodyPace } from '#contract';
import { translateDownload } from '../blob/blob-download.ts';
import { translateUpload, uploadsPath } from '../blob/upload-pass.ts';
import { isForWholeVersion, translateWholeVersion } from '../state/whole-version.ts';
import type { ActionPages } from './action-pages.ts';
import { withAnswer } from './answer-head.ts';
import { closeAnswersWithoutPolicy } from './answer-policy.ts';
import { bodyLimitOf, refuseLongBody } from './body-limit.ts';
import { noteClientAddress } from './client-address.ts';
import { directAction } from './direct-action.ts';
import { placesInLine } from './place-in-line.ts';
import { createRawHandler, type RawHandler, type RawParts } from './raw-request.ts';
import { refuseForeignAction } from './refuse-foreign.ts';
import { refuseForgedAction } from './refuse-forged-action.ts';
import { type RenewalParts, renewSession } from './renew-session.ts';
import { refuseOddTarget } from './request-target.ts';
import { securityHeaders, strictTransport } from './security-headers.ts';

/** What the dashboard's HTTP server needs besides Next.js. */
type ListenerParts = RawParts &
  RenewalParts & {
    trustedProxies: BlockList;
    /** Not known while the pages are built again with each change. */
    actionPages?: ActionPages | undefined;
  };

/** Next.js scales images here for everybody, without a session. No page uses it. */
const imageOptimizer = '/_next/image';

/**
 * Makes the listener of the dashboard's HTTP server. It notes where each request comes from, sets the security headers,
 * renews the session, ends bodies that are too slow or too long, refuses actions that
 * other sites call, that are forged or that no page has, handles uploads, downloads and whole values itself, and leaves all
 * else to Next.js, in turn by operator.
 */
export function createRequestListener(
  { trustedProxies, isSecure, sessionSecrets, accessTokens, actionPages, ...parts }: ListenerParts,
  handleByNext: RawHandler,
): RawHandler {
  const download = createRawHandler(parts, translateDownload);
  const upload = createRawHandler(parts, translateUpload);
  const wholeVersion = createRawHandler(parts, translateWholeVersion);
  const takePlace = placesInLine({ isSecure, sessionSecrets });
  return async (request, response) => {
    noteClientAddress(request, trustedProxies);
    for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
    if (isSecure) response.setHeader('Strict-Transport-Security', strictTransport);
    closeAnswersWithoutPolicy(response);
    if (refuseOddTarget(request, response)) return;
    if (request.method !== 'GET' && request.method !== 'HEAD') refuseSlowBody(request, response);
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    if (path === imageOptimizer) {
      response.writeHead(404).end();
      return;
    }
    await renewSession(request, response, { isSecure, sessionSecrets, accessTokens });
    if (path === '/api/blobs') return download(request, response);
    if (path === uploadsPath || path.startsWith(`${uploadsPath}/`)) return upload(request, response);
    if (!path.startsWith('/api/') && refuseForeignAction(request, response)) return;
    if (refuseLongBody(request, response, await bodyLimitOf(request, { isSecure, sessionSecrets }))) return;
    if (!(await takePlace(request, response, path))) return;
    if (isForWholeVersion(request)) return wholeVersion(request, response);
    if (!path.startsWith('/api/') && (await refuseForgedAction(request, response))) return;
    if (actionPages !== undefined && directAction(request, response, actionPages)) return;
    return withAnswer(request, response, () => handleByNext(request, response));
  };
}

/** Answers 408 and ends the connection when the body of a request comes too slowly. */
function refuseSlowBody(request: IncomingMessage, response: ServerResponse): void {
  watchBodyPace(request, () => {
    const end = () => request.destroy();
    if (response.headersSent) return end();
    response.writeHead(408, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' }).end(bodyTooSlow, end);
  });
}
