import { afterAll, beforeAll } from 'vitest';

/**
 * Starts something before the tests of a file, and calls its method of this name after them. The object that it returns
 * stands for what was started.
 */
export function started<End extends string, Started extends Record<End, () => unknown>>(
  start: () => Promise<Started>,
  end: End,
): Started {
  let now: Started | undefined;
  beforeAll(async () => {
    now = await start();
  });
  afterAll(async () => {
    await now?.[end]();
  });
  const standIn: object = new Proxy(
    {},
    {
      get(_, name) {
        if (now === undefined) throw new Error('it is started before the first test');
        return Reflect.get(now, name);
      },
    },
  );
  return standIn as Started; // each of its members is the one of what was started
}
