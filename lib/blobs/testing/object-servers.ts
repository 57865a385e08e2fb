import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { listen } from '../../contract/testing/listen.ts';
import { azureBlobStore } from '../azure/azure-store.ts';
import type { BlobStore } from '../blob-store.ts';
import type { TimeLimits } from '../parts/time-limits.ts';
import { s3BlobStore } from '../s3/s3-store.ts';

/** What an object service does with a request. */
export type Answer = (response: ServerResponse, request: IncomingMessage) => void;

const stores: Record<string, (url: string, limits: TimeLimits | undefined) => BlobStore> = {
  s3: (endpoint, limits) =>
    s3BlobStore(
      {
        ...{ store: 's3', bucket: 'blobs', region: 'us-east-1', endpoint, prefix: '', isPathStyle: true },
        credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
      },
      limits,
    ),
  azure: (url, limits) =>
    azureBlobStore(
      {
        ...{ store: 'azure', container: 'blobs', prefix: '' },
        connectionString: `DefaultEndpointsProtocol=http;AccountName=a;AccountKey=YWJj;BlobEndpoint=${url}/a;`,
      },
      limits,
    ),
};

export const kindsOfObjectServers = Object.keys(stores);

/** Object services that a test writes itself, to answer what no emulator answers. */
export function objectServers() {
  const servers: Server[] = [];
  return {
    /** Starts a service that does this with each request. Resolves with the store of this kind over it. */
    async storeOver(kind: string, answer: Answer, limits?: TimeLimits): Promise<BlobStore> {
      const server = createServer((request, response) => {
        request.resume();
        answer(response, request);
      });
      servers.push(server);
      const store = stores[kind]?.(`http://127.0.0.1:${await listen(server)}`, limits);
      if (store === undefined) throw new Error(`no store ${kind}`);
      return store;
    },
    end() {
      for (const server of servers.splice(0)) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}
