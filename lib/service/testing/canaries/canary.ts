import { hash, randomInt } from 'node:crypto';
import type { OperationName, Scope } from '#contract';

/** Who may read a planted text: a caller with one of `through` and with every scope of `needs`; `in`: where alone. */
export type Rule = {
  through: readonly Scope[] | 'everybody' | 'nobody';
  needs?: readonly Scope[];
  in?: readonly OperationName[];
};

/** A unique text or number, planted at one place. */
export type Canary = Rule & { place: string; text: string };

const textShape = /cnry[a-z0-9]{8}z/g;
const numberShape = /7\d{14}/g;
const base64Shape = /[A-Za-z0-9+/_-]{20,}/g;
/** What the service made lies within such a part of a text: keys, tokens and hashes. */
const madeShape = /[\w.+/=-]{20,}/g;
const isMadeShaped = (text: string) => /^[\w.+/=-]{20,}$/.test(text);
const alphabet = 'abcdefghijklmnopqrstuvwxy0123456789';

/** Plants unique texts and numbers, and finds them again in what the service tells. */
export class Canaries {
  readonly #planted = new Map<string, Canary>();
  /** Those of no shape of ours, which are looked for one by one. */
  readonly #made = new Map<string, Canary>();

  /** A text that every free-text field takes. */
  text(place: string, rule: Rule): string {
    const random = Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('');
    return this.add(`cnry${random}z`, place, rule);
  }

  number(place: string, rule: Rule): number {
    return Number(
      this.add(`7${String(randomInt(10 ** 7)).padStart(7, '0')}${randomInt(10 ** 6, 10 ** 7)}`, place, rule),
    );
  }

  /** What the service made itself: a token or a key. */
  add(text: string, place: string, rule: Rule): string {
    const canary = { ...rule, place, text };
    this.#planted.set(text, canary);
    if (!isShaped(text)) this.#made.set(text, canary);
    return text;
  }

  /** Every canary in a text: as it is, in base64, and as its SHA-256. */
  in(told: string): Canary[] {
    const found = new Set<Canary>();
    const look = (text: string) => {
      for (const shape of [textShape, numberShape])
        for (const [match] of text.matchAll(shape)) this.#note(match, found);
    };
    look(told);
    for (const [match] of told.matchAll(base64Shape)) look(Buffer.from(match, 'base64').toString('latin1'));
    const made = (told.match(madeShape) ?? []).join(' ');
    for (const canary of this.#made.values())
      if ((isMadeShaped(canary.text) ? made : told).includes(canary.text)) found.add(canary);
    return [...found];
  }

  #note(text: string, found: Set<Canary>): void {
    const canary = this.#planted.get(text);
    if (canary !== undefined) found.add(canary);
  }

  /** The hash that would tell a short content, as a canary of the same rule. */
  hashed(content: string, place: string, rule: Rule): string {
    this.add(hash('sha256', content, 'hex'), `SHA-256 of ${place}`, rule);
    this.add(hash('sha256', content, 'base64'), `SHA-256 of ${place}`, rule);
    return content;
  }

  all(): Canary[] {
    return [...this.#planted.values()];
  }
}

function isShaped(text: string): boolean {
  return /^(?:cnry[a-z0-9]{8}z|7\d{14})$/.test(text);
}

export function maySee(rule: Rule, scopes: ReadonlySet<Scope>, operation: OperationName): boolean {
  if (rule.in?.includes(operation) === false || !hasNeeded(rule, scopes)) return false;
  const { through } = rule;
  return through === 'everybody' || (through !== 'nobody' && through.some((scope) => scopes.has(scope)));
}

/** Whether a caller that gave a text itself may be answered with it. */
export function maySeeOwn(rule: Rule, scopes: ReadonlySet<Scope>, operation: OperationName): boolean {
  return rule.through !== 'nobody' && rule.in === undefined && (hasNeeded(rule, scopes) || operation === 'UploadBlob');
}

function hasNeeded({ needs = [] }: Rule, scopes: ReadonlySet<Scope>): boolean {
  return needs.every((scope) => scopes.has(scope));
}
