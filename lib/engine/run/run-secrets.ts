import { isJsonObject, type JsonValue, leadsToHost } from '#contract';
import { NonRetryableError } from '../definition/failures.ts';
import type { OpenSecret } from '../secrets/index.ts';
import { encodedForms } from './encoded-forms.ts';
import { type Mask, maskOf } from './masking.ts';

/** The secrets of a run's input. The values stay inside. */
export class RunSecrets {
  readonly mask: Mask;
  readonly #secrets: readonly (OpenSecret & { forms: readonly string[] })[];

  constructor(secrets: readonly OpenSecret[]) {
    this.mask = maskOf(secrets.map(({ value }) => value));
    this.#secrets = secrets.map((secret) => ({ ...secret, forms: encodedForms(secret.value) }));
  }

  /**
   * Throws a `NonRetryableError` when the URL or one of the texts holds a secret that may not be sent to the URL's host.
   * A secret may name the host only where it is allowed for just that host: other errors and lookups would tell it.
   */
  assertMayBeSent(url: string, texts: readonly string[]): void {
    const target = new URL(url);
    const host = url.slice(0, url.length - url.replace(/^[^/]*\/\/[^/?#\\]*/, '').length);
    for (const { name, hosts, forms } of this.#secrets) {
      const namesHost = forms.some((form) => url.includes(form) && url.indexOf(form) < host.length);
      const isSent = namesHost || [url, ...texts].some((text) => forms.some((form) => text.includes(form)));
      if (!isSent || leadsToHost(target, namesHost ? hosts.filter((one) => !one.startsWith('*.')) : hosts)) continue;
      throw new NonRetryableError(
        `there is no secret "${name}" that may be sent to ${namesHost ? 'a host that it names' : target.host}`,
      );
    }
  }

  /** Returns a copy that is safe to store: references in place of the values, and other texts masked. */
  withoutValues(value: JsonValue): JsonValue {
    if (this.#secrets.length === 0) return value;
    if (typeof value === 'string') {
      const whole = this.#secrets.find((secret) => secret.value === value);
      return whole === undefined ? this.mask(value) : { $secret: whole.name };
    }
    if (Array.isArray(value)) return value.map((item) => this.withoutValues(item));
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [this.mask(name), this.withoutValues(part)]));
  }
}

export const noSecrets = new RunSecrets([]);
