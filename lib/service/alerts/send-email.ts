import { createTransport } from 'nodemailer';
import { NonRetryableError } from '#engine';
import type { Sending } from './sending.ts';
import { type MessageText, plainText } from './text.ts';

type Email = { to: readonly string[]; text: MessageText; id: string; signal: AbortSignal };

const timeoutInMs = 15_000;

/**
 * Sends an e-mail over the configured mail server. Its Message-ID follows from the delivery, so that a mail program can
 * drop a second one. Errors name only the code of the server. A refusal for good is a `NonRetryableError`.
 */
export async function sendEmail({ smtp }: Pick<Sending, 'smtp'>, { to, text, id, signal }: Email): Promise<void> {
  if (smtp === undefined) throw new NonRetryableError('the service sends no e-mail: TASKDECK_SMTP_URL is not set');
  const transport = createTransport(
    { url: smtp.url, connectionTimeout: timeoutInMs, greetingTimeout: timeoutInMs, socketTimeout: timeoutInMs },
    { from: smtp.from },
  );
  const close = () => transport.close();
  signal.addEventListener('abort', close, { once: true });
  try {
    await transport.sendMail({
      to: [...to],
      subject: `[Taskdeck] ${unencoded(text.title)}`,
      text: plainText(text),
      messageId: `<${id}@${smtp.from.split('@').at(-1)?.replace(/>$/, '') ?? 'taskdeck'}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
  } catch (error) {
    signal.throwIfAborted();
    throw told(error);
  } finally {
    signal.removeEventListener('abort', close);
    close();
  }
}

/** A mail program would decode an encoded word (RFC 2047) of a name, and show the text that it hides. */
function unencoded(title: string): string {
  return title.replaceAll('=?', '=\\u003f');
}

/** The text of a server's answer can quote addresses and the account, so only its code is told. */
function told(error: unknown): Error {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const status = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : undefined;
  if (status === undefined) return new Error(`the mail server was not reached: ${String(code ?? 'unknown')}`);
  const message = `the mail server answered ${status}${code === 'EAUTH' ? ' to the sign-in' : ''}`;
  return status >= 500 && code !== 'EAUTH' ? new NonRetryableError(message) : new Error(message);
}
