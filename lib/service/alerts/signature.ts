import { createHmac } from 'node:crypto';

/**
 * Returns the headers that sign a webhook by the Standard Webhooks specification: an HMAC-SHA256 over id, time and body.
 * A receiver refuses old times against replays, and ids that it has seen.
 */
export function signatureHeaders({ id, body, key, now }: { id: string; body: string; key: string; now: number }) {
  const timestamp = String(Math.floor(now / 1000));
  const signature = createHmac('sha256', keyBytes(key)).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}

/** A key of the specification is base64 after a prefix. Any other text is used as it is. */
function keyBytes(key: string): Buffer {
  return key.startsWith('whsec_') ? Buffer.from(key.slice('whsec_'.length), 'base64') : Buffer.from(key, 'utf8');
}
