import { NonRetryableError, type SendAlert } from '#engine';
import { postHook } from './post-hook.ts';
import { sendEmail } from './send-email.ts';
import type { Sending } from './sending.ts';
import { signatureHeaders } from './signature.ts';
import { slackMessage } from './slack-text.ts';
import { plainText, textOf } from './text.ts';

/** Returns the function that sends a message over a channel of any kind. */
export function sendOver(sending: Sending): SendAlert {
  return async ({ kind, url, signingKey, to = [] }, message, { id, signal }) => {
    const text = textOf(message, sending.dashboardUrl);
    if (kind === 'email') return sendEmail(sending, { to, text, id, signal });
    if (url === undefined) throw new NonRetryableError('the channel has no URL');
    if (kind === 'slack')
      return postHook(sending, { url, headers: {}, body: JSON.stringify(slackMessage(text)), signal });
    if (signingKey === undefined) throw new NonRetryableError('the channel has no signing key');
    const body = JSON.stringify({ ...message, title: text.title, text: plainText(text) });
    return postHook(sending, {
      url,
      headers: signatureHeaders({ id, body, key: signingKey, now: sending.clock.now() }),
      body,
      signal,
    });
  };
}
