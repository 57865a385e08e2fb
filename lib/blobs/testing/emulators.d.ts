// What the tests need of two emulators that come without types.

declare module 's3rver' {
  import type { AddressInfo } from 'node:net';
  import type { Middleware } from 'koa';

  export default class S3rver {
    constructor(options: {
      address: string;
      port: number;
      silent: boolean;
      directory: string;
      resetOnClose?: boolean;
      configureBuckets: { name: string; configs: string[] }[];
    });
    middleware: Middleware[];
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
  }
}

declare module 'azurite/dist/src/blob/BlobConfiguration.js' {
  const exports: { default: new (...settings: unknown[]) => object };
  export default exports;
}

declare module 'azurite/dist/src/blob/BlobServer.js' {
  class BlobServer {
    constructor(configuration: object);
    start(): Promise<void>;
    close(): Promise<void>;
    getHttpServerAddress(): string;
  }
  const exports: { default: typeof BlobServer };
  export default exports;
}
