import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/**
 * The test files that take more than seven seconds, the slowest first. Without results of an earlier run Vitest begins with the
 * largest files, and a small slow one at the end would keep one worker busy while the other has nothing left.
 */
const slow = [
  'lib/engine/simulation/simulation.test.ts',
  'lib/worker/faults.test.ts',
  'lib/samples/samples-run.test.ts',
  'lib/launch/package/package.test.ts',
  'lib/service/testing/kill-state.test.ts',
  'lib/blobs/blob-store.test.ts',
  'lib/launch/mutants/host.test.ts',
  'lib/client/faults/in-flight.test.ts',
  'lib/state/blobs/crash.test.ts',
];

/** The order of Vitest, with the slow files first. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const ordered = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification) => {
      const place = slow.findIndex((path) => moduleId.includes(path));
      return place < 0 ? slow.length : place;
    };
    return ordered.toSorted((one, other) => rank(one) - rank(other));
  }
}
