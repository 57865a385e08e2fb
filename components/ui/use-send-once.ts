'use client';
import { useCallback, useRef } from 'react';
import { isOutcomeUnknown } from './outcome-title.ts';
import { whyUnanswered } from './unreachable.ts';

type Sent = { content: string; key: string };

/** What became of a try: its answer, or the error that came in its place. */
type Tried<Answer> = { answer: Answer } | { error: unknown };

/** How long a request waits before it is sent again because its answer was lost. */
const sentAgainAfterInMs = 1_000;

/**
 * Sends a form's request under one key until it is done, so that a second try after a lost answer counts once. The next
 * request has another key, also when its content is the same: a part that stays on the page can send it again. Each act
 * has its own key: a form that asks for approval when its change is refused sends both again.
 *
 * Where it is not known whether a request was done, it is sent once more by itself, which tells. A form that finds that
 * out in another way turns this off with `isSentAgain`.
 */
export function useSendOnce({ isSentAgain = true }: { isSentAgain?: boolean } = {}) {
  const sent = useRef(new Map<unknown, Sent>());
  return useCallback(
    async <Request extends object, Answer extends { ok: boolean }>(
      request: Request,
      act: (request: Request & { idempotencyKey: string }) => Promise<Answer>,
    ): Promise<Answer> => {
      const content = JSON.stringify(request);
      const before = sent.current.get(act);
      const key = before?.content === content ? before.key : crypto.randomUUID();
      sent.current.set(act, { content, key });
      const attempt = () => tried(act({ ...request, idempotencyKey: key }));
      let last = await attempt();
      if (isSentAgain && isUnknown(last)) {
        await new Promise((resolve) => setTimeout(resolve, sentAgainAfterInMs));
        const next = await attempt();
        if (!isUnsent(next)) last = next;
      }
      if ('error' in last) throw last.error;
      if (last.answer.ok) sent.current.delete(act);
      return last.answer;
    },
    [isSentAgain],
  );
}

async function tried<Answer>(request: Promise<Answer>): Promise<Tried<Answer>> {
  try {
    return { answer: await request };
  } catch (error) {
    return { error };
  }
}

function isUnknown(last: Tried<{ ok: boolean }>): boolean {
  return isOutcomeUnknown({ code: codeOf(last) ?? '' });
}

/** Whether a try did not leave the browser, which says nothing of the one before it. */
function isUnsent(last: Tried<{ ok: boolean }>): boolean {
  return codeOf(last) === 'NothingDone';
}

function codeOf(last: Tried<{ ok: boolean; problem?: { code?: string } }>): string | undefined {
  return 'error' in last ? whyUnanswered(last.error).code : last.answer.problem?.code;
}
