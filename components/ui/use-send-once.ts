'use client';
import { useCallback, useRef } from 'react';

type Sent = { content: string; key: string };

/**
 * Sends a form's request under one key until it is done, so that a second try after a lost answer counts once. The next
 * request has another key, also when its content is the same: a part that stays on the page can send it again. Each act
 * has its own key: a form that asks for approval when its change is refused sends both again.
 */
export function useSendOnce() {
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
      const answer = await act({ ...request, idempotencyKey: key });
      if (answer.ok) sent.current.delete(act);
      return answer;
    },
    [],
  );
}
