import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { StorePolicy } from '#contract';
import { formOfPolicy, readPolicyForm, withIndexedPath } from './policy-form.model.ts';

const policies: fc.Arbitrary<StorePolicy> = fc.record(
  {
    schema: fc.constant({ type: 'object', maximum: 9_007_199_254_740_993n }),
    defaultTtlInSeconds: fc.oneof(fc.constant(-1), fc.integer({ min: 1, max: 3_153_600_000 })),
    sensitive: fc.array(fc.constantFrom('', '/card', '/a~1b/c'), { minLength: 1, maxLength: 3 }),
    indexedPaths: fc.uniqueArray(fc.constantFrom('', '/card', '/a~1b/c'), { minLength: 1, maxLength: 3 }),
    isConditionRequired: fc.constant(true),
    maximumBlobBytes: fc.integer({ min: 1, max: 2 ** 50 }),
  },
  { requiredKeys: [] },
);

describe('the form of a policy', () => {
  test('says any policy, to the last digit, and reads it back', () => {
    fc.assert(
      fc.property(policies, (policy) => {
        expect(readPolicyForm(formOfPolicy(policy))).toEqual({ policy, errors: {} });
      }),
    );
  });

  test('takes one more indexed path, and none twice', () => {
    const form = formOfPolicy({ indexedPaths: ['/card'] });
    expect(withIndexedPath(form, '/total').indexedPaths).toBe('/card\n/total');
    expect(withIndexedPath(withIndexedPath(form, '/card'), undefined)).toEqual(form);
  });

  test('leaves out what is not asked', () => {
    expect(readPolicyForm(formOfPolicy(undefined))).toEqual({ policy: {}, errors: {} });
  });

  test('a store that accepts no blobs has no largest one', () => {
    const form = { ...formOfPolicy({ maximumBlobBytes: 5 }), acceptsBlobs: false };
    expect(readPolicyForm(form).policy).toEqual({ acceptsBlobs: false });
  });

  test('says what cannot be read, and where', () => {
    const form = {
      schema: '[1]',
      ttl: 'soon',
      sensitive: 'card',
      indexedPaths: 'total',
      isConditionRequired: false,
      acceptsBlobs: true,
      maximumBlob: '1.5 GB',
    };
    const { errors } = readPolicyForm(form);
    expect(Object.keys(errors).sort()).toEqual(['indexedPaths', 'maximumBlob', 'schema', 'sensitive', 'ttl']);
  });
});
