'use client';
import { useCallback, useRef } from 'react';

/**
 * Sends a form's request under one key until it is done, so that a second try after a lost answer counts once. The next
 * request has another key, also when its content is the same: a part that stays on the page can send it again.
 */
export function useSendOnce() {
  const last = useRef({ request: '', key: '' });
  return useCallback(
    async <Request extends object, Answer extends { ok: boolean }>(
      request: Request,
      act: (request: Request & { idempotencyKey: string }) => Promise<Answer>,
    ): Promise<Answer> => {
      const content = JSON.stringify(request);
      if (last.current.request !== content) last.current = { request: content, key: crypto.randomUUID() };
      const answer = await act({ ...request, idempotencyKey: last.current.key });
      if (answer.ok) last.current = { request: '', key: '' };
      return answer;
    },
    [],
  );
}
