import { globSync, readFileSync } from 'node:fs';
import type { TestProjectConfiguration } from 'vitest/config';
import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/**
 * The test files that take more than seven seconds, the slowest first. Without results of an earlier run Vitest begins with the
 * largest files, and a small slow one at the end would keep one worker busy while the other has nothing left.
 */
const slow = [
  'lib/engine/simulation/simulation.test.ts',
  'lib/service/testing/canaries/canary-walk.test.ts',
  'lib/service/openapi/every-operation.test.ts',
  'lib/launch/package/package.test.ts',
  'lib/worker/faults.test.ts',
  'lib/samples/samples-run.test.ts',
  'lib/service/bulk/bulk.test.ts',
  'lib/schema/check-values.test.ts',
  'lib/service/alerts/alerts.test.ts',
  'lib/service/testing/kill-state.test.ts',
  'lib/dashboard/access/provider-sign-in.test.ts',
  'lib/launch/mutants/host.test.ts',
  'lib/blobs/blob-store.test.ts',
  'lib/client/faults/in-flight.test.ts',
  'lib/state/blobs/crash.test.ts',
];

/**
 * What measures its process, marks it for good, or replaces modules, which others would notice, and what needs streams
 * beside a document, which has none.
 */
const ofItsProcess = [
  'lib/client/conformance.test.ts',
  'lib/client/faults/paging.test.ts',
  'lib/client/faults/round-trip.test.ts',
  'lib/client/sync/sync-forms.test.ts',
  'lib/contract/message-shape.test.ts',
  'lib/dashboard/state/export-file.test.ts',
  'lib/dashboard/state/use-import.test.ts',
  'lib/service/access/sign-in-cost.test.ts',
  'lib/service/blobs/transfer.test.ts',
  'lib/service/http/loop-of-operations.test.ts',
  'lib/service/http/loop.test.ts',
  'lib/service/http/multipart-loop.test.ts',
  'lib/service/http/parse-in-turns-loop.test.ts',
];

const dashboard = '{app,components,lib/dashboard}/**/*.test.{ts,tsx}';
const everything = '{app,components,lib}/**/*.test.{ts,tsx}';
const wantsDocument = (path: string) => readFileSync(path, 'utf8').startsWith('// @vitest-environment');
/** Whether it loads modules anew, of which the next file in its process would get those that its last test left. */
const reloads = (path: string) => readFileSync(path, 'utf8').includes('vi.resetModules(') && !wantsDocument(path);

const files = globSync(everything);
const alone = files.filter((path) => [...slow, ...ofItsProcess].includes(path) || reloads(path));
/** React, and what works with a document, keep what they found when they were loaded, so each of these files loads them anew. */
const ofDocuments = files.filter((path) => wantsDocument(path) && !alone.includes(path));

/**
 * Vitest's projects. Each file of `alone` gets a process. Each of `ofDocuments` gets modules and a document of its own in
 * a process that has loaded jsdom once, which takes longer than most of these tests. All others share modules for each
 * worker, as loading them for each file anew took a quarter of the time. Some of the dashboard load Next.js, which changes
 * its process; the service must do without.
 */
export const projects = [
  { extends: true, test: { name: 'alone', include: alone } },
  { extends: true, test: { name: 'document', include: ofDocuments, pool: 'vmForks' } },
  {
    extends: true,
    test: {
      name: 'dashboard',
      include: [dashboard],
      exclude: [...alone, ...ofDocuments],
      isolate: false,
      setupFiles: ['./lib/dashboard/testing/next-environment.ts'],
    },
  },
  {
    extends: true,
    test: { name: 'service', include: [everything], exclude: [dashboard, ...alone, ...ofDocuments], isolate: false },
  },
] satisfies TestProjectConfiguration[];

/** The slow files first, then those with a process of their own, then the others. */
export class TestOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const ordered = await super.sort(files);
    return ordered.toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const place = slow.findIndex((path) => moduleId.endsWith(path));
  return place < 0 ? slow.length : place;
}
