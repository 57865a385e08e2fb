import { lookup } from 'node:dns';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { LookupFunction } from 'node:net';
import { createDefaultHttpClient, type HttpClient } from '@azure/core-rest-pipeline';
import { httpClientOver } from './http-client-over.ts';

/**
 * Creates the transport for an endpoint. The default one looks an IPv6 address up as a name, with the brackets that it
 * has in a URL.
 */
export function httpClientFor(endpoint: string): HttpClient {
  const { hostname, protocol } = new URL(endpoint);
  if (!hostname.startsWith('[')) return createDefaultHttpClient();
  const options = { keepAlive: true, lookup: withoutBrackets };
  return httpClientOver(protocol === 'https:' ? new HttpsAgent(options) : new HttpAgent(options));
}

const withoutBrackets: LookupFunction = (hostname, options, found) =>
  lookup(hostname.replace(/^\[(.*)\]$/, '$1'), options, found);
