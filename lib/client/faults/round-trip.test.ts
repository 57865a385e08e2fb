import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type JsonValue, parseJson, stringifyJson } from '#contract';
import { isRequestFailedError, type RequestFailedError, TaskClient } from '../index.ts';
import { asynchronous, synchronous } from '../testing/forms.ts';
import { type SeparateService, startSeparateService } from '../testing/separate-service.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 }); // a machine may be busy

let service: SeparateService;
beforeAll(async () => {
  service = await startSeparateService();
});
afterAll(() => service[Symbol.asyncDispose]());

const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string(), fc.constantFrom('\u0000', '\ud800', '\udc00x', ''));
const number = fc.oneof(
  fc.bigInt().map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((double) => stringifyJson(double)),
  fc.constantFrom('-0', '1e400', '0.1234567890123456789', '9007199254740993', '-1e-400'),
);
const { json } = fc.letrec<{ json: string }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small' },
    number,
    text.map((each) => JSON.stringify(each)),
    fc.constantFrom('null', 'true', 'false', '[]', '{}'),
    fc.array(tie('json'), { maxLength: 4 }).map((items) => `[${items.join(',')}]`),
    fc
      .uniqueArray(fc.tuple(text, tie('json')), { maxLength: 4, selector: ([name]) => name })
      .map((members) => `{${members.map(([name, part]) => `${JSON.stringify(name)}:${part}`).join(',')}}`),
  ),
}));

const startOn = '2999-01-01T00:00:00.000Z';

/** Tasks and events hold no U+0000 and no half of a surrogate pair, and say so; state holds every string. */
function refused(error: unknown): RequestFailedError {
  if (isRequestFailedError(error)) return error;
  throw error;
}

test.each([
  ['asynchronous', asynchronous, 40],
  ['synchronous', synchronous, 15],
] as const)(
  'whatever JSON goes in comes back the same or is refused, in the %s form',
  async (form, inForm, numRuns) => {
    const client = new TaskClient(service.url, { accessToken: service.accessToken });
    const { tasks, state } = inForm(client, new Set());
    const same = (came: JsonValue | undefined, went: JsonValue) =>
      expect(stringifyJson(came)).toBe(stringifyJson(went));
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(json, { minLength: 1, maxLength: 10 }), async (texts) => {
        const values = texts.map(parseJson);
        run += 1;
        const task = await tasks.createTaskAsync({ type: 'test.echo', input: values, startOn }).catch(refused);
        if ('details' in task) {
          expect(texts.join()).toMatch(/\\u0000|\\ud[89a-f]/);
          expect(task).toMatchObject({
            code: 'InvalidRequest',
            details: [{ pointer: expect.stringMatching(/^\/input/) }],
          });
        } else {
          same(task.input, values);
          same((await tasks.getTaskAsync(task.id)).input, values);
          await tasks.raiseTaskEventAsync(task.id, 'any', { value: values });
          const [event] = await Array.fromAsync(tasks.listTaskExternalEventsAsync(task.id));
          same(event?.data.value, values);
        }
        const entries = values.map((value, n) => ({ id: `${run}/${n}`, value }));
        await state.saveBulkStateAsync(`json-${form}`, { entries });
        const found = await state.getBulkStateAsync(`json-${form}`, { ids: entries.map((entry) => entry.id) });
        same(
          found.map(({ value }) => value ?? null),
          values,
        );
        same((await state.getStateAsync(`json-${form}`, `${run}/0`)).value, values[0] ?? null);
      }),
      { numRuns },
    );
  },
);
