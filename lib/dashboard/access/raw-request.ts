import type { IncomingMessage, ServerResponse } from 'node:http';
import { passToService, type ServiceRequest, writeProblem } from '../blob/service-request.ts';
import { problemOfFailure } from '../problem/problem-of-failure.ts';
import { clientAddressOf } from './client-address.ts';
import { forwardingHeaders } from './connect.ts';
import type { Gate } from './gate.ts';

/** What a raw request becomes: a request of the service, by its path and query. */
type Translated = Omit<ServiceRequest, 'url'> & {
  path: string;
  query?: Readonly<Record<string, string | null>>;
};

/** Translates a request of the browser into one of the service. Throws `ProblemError` where it makes no sense. */
export type Translate = (request: IncomingMessage, url: URL) => Translated;

/** Handles a request on Node's own streams. Never rejects. */
export type RawHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** What a raw handler needs. */
export type RawParts = { gate: Gate; serviceUrl: string; dashboardKey?: string | undefined };

const methodsThatChange = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** Makes a handler that sends a request on to the service as the operator who is signed in, and streams both ways. */
export function createRawHandler({ gate, serviceUrl, dashboardKey }: RawParts, translate: Translate): RawHandler {
  return async (request, response) => {
    try {
      const headers = headersOf(request);
      const { token, nextToken } = await gate.admitWithToken(headers, {
        isChange: methodsThatChange.has(request.method ?? ''),
      });
      const { path, query = {}, ...translated } = translate(request, new URL(request.url ?? '', 'http://dashboard'));
      const address = clientAddressOf(headers);
      await passToService(request, response, {
        ...translated,
        url: serviceAddress(serviceUrl, path, query),
        renew: async () => ({ authorization: `Bearer ${await nextToken()}` }),
        onRefused: () => gate.forgetAccess(headers),
        headers: {
          ...translated.headers,
          authorization: `Bearer ${token}`,
          'x-request-id': crypto.randomUUID(),
          'user-agent': 'taskdeck-dashboard',
          ...(address === undefined ? {} : forwardingHeaders(address, dashboardKey)),
        },
      });
    } catch (error) {
      writeProblem(response, problemOfFailure(error));
    }
  };
}

/** Returns the headers of these names that a request has. */
export function carried(request: IncomingMessage, names: readonly string[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of names) {
    const value = request.headers[name];
    if (typeof value === 'string') found[name] = value;
  }
  return found;
}

function serviceAddress(serviceUrl: string, path: string, query: Readonly<Record<string, string | null>>): URL {
  const url = new URL(`${serviceUrl.replace(/\/$/, '')}${path}`);
  for (const [name, value] of Object.entries(query)) {
    if (value !== null) url.searchParams.set(name, value);
  }
  return url;
}

/** Returns the headers of a request that have one value. */
export function headersOf(request: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string') headers.set(name, value);
  }
  return headers;
}
