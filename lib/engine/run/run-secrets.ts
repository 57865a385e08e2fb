import { type JsonValue, leadsToHost } from '#contract';
import { NonRetryableError } from '../definition/failures.ts';
import type { OpenSecret } from '../secrets/index.ts';
import { encodedForms } from './encoded-forms.ts';
import { maskValue } from './mask-json.ts';
import { type Mask, maskOf, minimumMaskedLength } from './masking.ts';

/** The secrets of a run's input. The values stay inside. */
export class RunSecrets {
  readonly mask: Mask;
  /** What the input refers to. */
  readonly names: ReadonlySet<string>;
  /** The length of the longest form of a value that is masked. */
  readonly #maximumFormLength: number;
  readonly #secrets: readonly (OpenSecret & { forms: readonly string[] })[];

  constructor(secrets: readonly OpenSecret[]) {
    this.names = new Set(secrets.map(({ name }) => name));
    this.mask = maskOf(secrets.map(({ value }) => value));
    this.#secrets = secrets.map((secret) => ({ ...secret, forms: encodedForms(secret.value) }));
    const masked = this.#secrets.filter(({ value }) => value.length >= minimumMaskedLength);
    this.#maximumFormLength = Math.max(0, ...masked.flatMap(({ forms }) => forms.map((form) => form.length)));
  }

  /**
   * Throws a `NonRetryableError` when the URL or one of the texts holds a secret that may not be sent to the URL's host.
   * A secret may name the host only where it is allowed for just that host: other errors and lookups would tell it.
   * Control characters are refused, because the URL parser leaves some of them out of the host.
   */
  assertMayBeSent(url: string, texts: readonly string[]): void {
    if (/\p{Cc}/u.test(url))
      throw new NonRetryableError('the URL contains a control character, such as a tab or a line break');
    if (!URL.canParse(url)) throw new NonRetryableError('the URL is not valid');
    const target = new URL(url);
    const naming = this.#secrets.filter(({ forms }) => namesHost(url, forms));
    for (const secret of this.#secrets) {
      const { name, hosts, forms } = secret;
      const isNaming = naming.includes(secret);
      const isSent = isNaming || [url, ...texts].some((text) => forms.some((form) => text.includes(form)));
      if (!isSent || leadsToHost(target, isNaming ? hosts.filter((one) => !one.startsWith('*.')) : hosts)) continue;
      const host = naming.length > 0 ? 'a host that a secret names' : target.host;
      throw new NonRetryableError(`there is no secret "${name}" that may be sent to ${host}`);
    }
  }

  /** Masks the start of a longer text, and drops so much of its end that no part of a value is left there. */
  maskStart(text: string): string {
    const masked = this.mask(text);
    return masked.slice(0, Math.max(0, masked.length - this.#maximumFormLength));
  }

  /** Throws a `NonRetryableError` when a text that cannot be masked, because it addresses something, contains a value. */
  assertAbsent(text: string, what: string): void {
    const found = this.#secrets.find(
      ({ value, forms }) => value.length >= minimumMaskedLength && forms.some((form) => text.includes(form)),
    );
    if (found === undefined) return;
    throw new NonRetryableError(`${what} contains the value of the secret "${found.name}", which would be stored`);
  }

  /** Returns a copy that is safe to store: references in place of the values, and other texts and numbers masked. */
  withoutValues(value: JsonValue): JsonValue {
    if (this.#secrets.length === 0) return value;
    return maskValue(value, this.mask, (text) => {
      const whole = this.#secrets.find((secret) => secret.value === text);
      return whole === undefined ? this.mask(text) : { $secret: whole.name };
    });
  }
}

/** Whether one of the forms begins in the part of a URL that the URL parser can read as the host, or before it. */
function namesHost(url: string, forms: readonly string[]): boolean {
  const { length } = /^[^/\\]*[/\\]*[^/?#\\]*/.exec(url)?.[0] ?? '';
  return forms.some((form) => url.includes(form) && url.indexOf(form) < length);
}

export const noSecrets = new RunSecrets([]);
