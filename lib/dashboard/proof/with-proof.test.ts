import { expect, test } from 'vitest';
import type { ActionResult } from '../access/perform-action.ts';
import { askForProof, settleProof } from './pending-proof.ts';
import { withProof } from './with-proof.ts';

const refused: ActionResult<string> = {
  ok: false,
  problem: { code: 'FreshProofRequired', detail: 'This needs a proof.' },
};

/** An action that is refused until the operator has proven who they are. */
function action() {
  const done: string[] = [];
  let isProven = false;
  return {
    done,
    prove: () => {
      isProven = true;
      settleProof(true);
    },
    act: async (): Promise<ActionResult<string>> => {
      if (!isProven) return refused;
      done.push('done');
      return { ok: true, value: 'done' };
    },
  };
}

test('an action that needs a fresh proof is performed again after the proof, once', async () => {
  const { act, prove, done } = action();
  const answer = withProof(act);
  await Promise.resolve();
  prove();
  expect(await answer).toEqual({ ok: true, value: 'done' });
  expect(done).toEqual(['done']);
});

test('actions at the same time ask once, and each is performed', async () => {
  const { act, prove, done } = action();
  const answers = Promise.all([withProof(act), withProof(act)]);
  await Promise.resolve();
  expect(askForProof()).toBe(askForProof());
  prove();
  expect((await answers).map(({ ok }) => ok)).toEqual([true, true]);
  expect(done).toHaveLength(2);
});

test('without a proof nothing is done, and the answer says so', async () => {
  const { act, done } = action();
  const answer = withProof(act);
  await Promise.resolve();
  settleProof(false);
  expect(await answer).toMatchObject({
    ok: false,
    problem: { code: 'FreshProofRequired', detail: 'You did not confirm that it is you. Nothing was done.' },
  });
  expect(done).toEqual([]);
});

test('another failure asks for nothing', async () => {
  const failed: ActionResult<string> = { ok: false, problem: { code: 'LastManager', detail: 'No.' } };
  expect(await withProof(async () => failed)).toBe(failed);
});
