import { AsyncLocalStorage } from 'node:async_hooks';

// What Next.js does first of all in its server. A module of it that a test loads without this changes the console of the
// process, and the console then fails in every file that follows.
Object.assign(globalThis, { AsyncLocalStorage });
