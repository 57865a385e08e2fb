/**
 * Vitest's set-up of each file: `vi.waitFor` and `vi.waitUntil` wait as long as `expect.poll` does by the configuration. They
 * end when what they wait for happens, and their own limit of a second is short for a busy machine.
 */
import { afterAll, vi } from 'vitest';

const limit = { timeout: 10_000 };
const { waitFor, waitUntil } = vi;
const patient = (options: number | object = {}) => (typeof options === 'number' ? options : { ...limit, ...options });

vi.waitFor = (callback, options) => waitFor(callback, patient(options));
vi.waitUntil = (callback, options) => waitUntil(callback, patient(options));
afterAll(() => Object.assign(vi, { waitFor, waitUntil }));
