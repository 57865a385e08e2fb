import { registerHooks } from 'node:module';

/** Generates a client from an OpenAPI document: `node generate-client.ts <document> <folder>`. */
const [document = '', folder = ''] = process.argv.slice(2);

// The generator needs TypeScript's JavaScript API, which TypeScript 7 does not have.
registerHooks({ resolve: (name, context, next) => next(name === 'typescript' ? 'typescript-5' : name, context) });
const { createClient } = await import('@hey-api/openapi-ts');
await createClient({
  input: document,
  output: { path: folder, importFileExtension: '.ts' },
  plugins: ['@hey-api/client-fetch', '@hey-api/sdk', '@hey-api/typescript'],
  logs: { level: 'silent' },
});
