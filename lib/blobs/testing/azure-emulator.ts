import { createRequire } from 'node:module';
import { BlobServiceClient } from '@azure/storage-blob';
import type { AzureConfig } from '../config.ts';

/** The account that Azurite has; its key is no secret. */
const account = 'devstoreaccount1';
const accountKey = 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==';

/** Azure Blob Storage in memory, on a free port of loopback, with one container. */
export async function startAzureEmulator(): Promise<{ config: AzureConfig; stop(): Promise<void> }> {
  const server = newServer();
  await server.start();
  const connectionString = `DefaultEndpointsProtocol=http;AccountName=${account};AccountKey=${accountKey};BlobEndpoint=${server.getHttpServerAddress()}/${account};`;
  const container = 'blobs';
  await BlobServiceClient.fromConnectionString(connectionString).createContainer(container);
  return {
    config: { store: 'azure', container, connectionString, prefix: 'taskdeck/' },
    stop: () => server.close(),
  };
}

type Server = { start(): Promise<void>; close(): Promise<void>; getHttpServerAddress(): string };

/** Azurite takes its settings by place. Its package has no types: what is said of it here is read from its source. */
function newServer(): Server {
  const require = createRequire(import.meta.url);
  const { default: Configuration } = require('azurite/dist/src/blob/BlobConfiguration.js') as {
    default: new (...settings: unknown[]) => object;
  };
  const { default: BlobServer } = require('azurite/dist/src/blob/BlobServer.js') as {
    default: new (configuration: object) => Server;
  };
  const settings: unknown[] = ['127.0.0.1', 0];
  settings[6] = false; // no access log
  settings[10] = true; // headers it does not know are no error
  settings[11] = true; // the SDK may be newer than the emulator
  settings[17] = true; // in memory
  return new BlobServer(new Configuration(...settings));
}
