import { expect, it } from 'vitest';
import { fingerprintOf, type UploadPlan, uploadInput } from './upload-plan.ts';

const plan = (by: Partial<UploadPlan> = {}, name = 'a.txt', lastModified = 1): UploadPlan => ({
  storeName: 'shop',
  id: 'a',
  file: new File(['text'], name, { type: 'text/plain', lastModified }),
  ...by,
});

it('replaces only the blob that was seen, and none where none was', () => {
  expect(uploadInput(plan({ replaces: '"7"' }), 'aa')).toMatchObject({ overwrite: true, ifMatch: '"7"' });
  const fresh = uploadInput(plan(), 'aa');
  expect(fresh).toEqual({
    ...{ storeName: 'shop', id: 'a', fileName: 'a.txt', contentType: 'text/plain', contentHash: 'aa' },
    ...{ createEntry: false, overwrite: false },
  });
  expect(uploadInput(plan({ createEntry: true }), 'aa').createEntry).toBe(true);
});

it('names no type that the browser does not know, and cuts a name that is too long', () => {
  const input = uploadInput(plan({ file: new File([], 'x'.repeat(300)) }), 'aa');
  expect(input).not.toHaveProperty('contentType');
  expect(input.fileName).toBe('x'.repeat(255));
});

it('is remembered by entry and file', () => {
  const prints = [
    plan(),
    plan({ id: 'b' }),
    plan({ storeName: 'other' }),
    plan({}, 'b.txt'),
    plan({}, 'a.txt', 2),
    plan({ file: new File(['longer'], 'a.txt', { lastModified: 1 }) }),
  ].map((one) => fingerprintOf('ada', one));
  expect(new Set([...prints, fingerprintOf('bob', plan())]).size).toBe(7);
  expect(fingerprintOf('ada', plan({ replaces: '"7"' })), 'conditions are compared, not part of the name').toBe(
    prints[0],
  );
});
