import type { AuditRule, Operation, OperationName } from '#contract';
import type { Caller } from '../access/caller.ts';
import { networkOf } from '../access/network.ts';
import type { Failure } from '../http/problem.ts';
import type { Call } from '../verb.ts';
import { ruleOf } from './rule.ts';
import type { Subject } from './subject.ts';
import type { AuditEntry } from './writer.ts';

/** What these answer is what the caller gave. */
const echoes: ReadonlySet<OperationName> = new Set(['CreateTask', 'SaveState', 'SaveBulkState', 'BulkTransaction']);

/** As long as the filter of the list takes. */
const maximumTargetLength = 600;
export const maximumDetailLength = 2_000;

/** What an audit record is made of, beside the operation and its outcome. */
export type AuditedExchange = {
  caller: Caller;
  note: Call['note'];
  address: string;
  requestId: string;
  subject: Subject;
};

export type Audited = {
  name: OperationName;
  operation: Operation;
  exchange: AuditedExchange;
  status: number;
  failure: Failure | undefined;
};

/**
 * Returns the audit records of a request: names of fields, given reasons and codes, never a value. There are several
 * when an answer showed more sensitive values than one record has space for.
 */
export function auditEntriesOf({ name, operation, exchange, status, failure }: Audited): AuditEntry[] {
  const { note, caller } = exchange;
  const { kind, id, name: callerName } = note.caller ?? caller;
  const rule = ruleOf(operation);
  const target = note.target ?? targetOf(rule, exchange.subject);
  const shown = revealedBy(name, exchange);
  const place = note.namespace === undefined ? undefined : `in the namespace of ${note.namespace}`;
  const grant = note.grantedBy === undefined ? undefined : `granted by ${note.grantedBy}`;
  const said = [place, failure === undefined ? note.detail : `${failure.code}: ${failure.detail}`, grant];
  const noted = said.filter((part) => part !== undefined).join('; ') || undefined;
  const details = failure === undefined ? detailsOf(noted, shown) : [noted];
  return details.map((detail) => ({
    identity: { kind, id, name: callerName },
    operation: name,
    ...(target === undefined || rule === undefined
      ? {}
      : { target: { kind: rule.kind, id: storable(target, maximumTargetLength) } }),
    sourceAddress: exchange.address,
    requestId: exchange.requestId,
    outcome: failure === undefined ? 'succeeded' : status >= 500 ? 'failed' : 'refused',
    status,
    ...(detail === undefined ? {} : { detail: storable(detail, maximumDetailLength) }),
  }));
}

/** Whether an answer shows sensitive values that the caller has not just given. */
export function showsSensitive(name: OperationName, exchange: Pick<AuditedExchange, 'note'>): boolean {
  return revealedBy(name, exchange).length > 0;
}

function revealedBy(name: OperationName, { note }: Pick<AuditedExchange, 'note'>) {
  return echoes.has(name) ? [] : (note.revealed ?? []);
}

/** What the verb noted, and which sensitive values it showed: where they stand, never what they are. */
function detailsOf(
  noted: string | undefined,
  revealed: NonNullable<Call['note']['revealed']>,
): readonly (string | undefined)[] {
  const opening = 'sensitive values shown: ';
  const shown = revealed.flatMap(({ target, pointers }) => {
    const places = pointers.map((pointer) => pointer || 'all');
    return joined(places, ' ', maximumDetailLength - opening.length - target.length - 1).map(
      (text) => `${target} ${text}`,
    );
  });
  const texts = joined(shown, '; ', maximumDetailLength - opening.length).map((text) => opening + text);
  return noted === undefined && texts.length === 0
    ? [undefined]
    : joined(noted === undefined ? texts : [noted, ...texts], '; ', maximumDetailLength);
}

/** Joins parts to as few texts as have at most `maximumLength` characters. A part that is longer is a text by itself. */
function joined(parts: readonly string[], separator: string, maximumLength: number): string[] {
  const texts: string[] = [];
  for (const part of parts) {
    const last = texts.at(-1);
    if (last === undefined || last.length + separator.length + part.length > maximumLength) texts.push(part);
    else texts[texts.length - 1] = last + separator + part;
  }
  return texts;
}

/** Fills the table's template with the known names. For an entry without an id, it names the store. */
function targetOf(rule: AuditRule | undefined, { params, body, answered }: Subject): string | undefined {
  const facts = { ...answered, ...(isRecord(body) ? body : {}), ...params };
  const parts = (rule?.target?.split('/') ?? []).map((part) => facts[part.slice(1, -1)]);
  const missing = parts.findIndex((part) => typeof part !== 'string');
  const known = missing === -1 ? parts : parts.slice(0, missing);
  return known.length === 0 ? undefined : known.join('/');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Returns text that PostgreSQL can store, from a path that may be invalid. */
function storable(text: string, maximumLength: number): string {
  return text.slice(0, maximumLength).toWellFormed().replaceAll('\u0000', '\ufffd');
}

const perMinute = { network: 300, all: 3_000, networks: 10_000 } as const;

/**
 * Refusals of reads, and of callers without a valid token, are recorded up to 300 a minute for each network: a flood of
 * them must not fill the disk. When all networks have 3,000, each has its first only, of at most 10,000 networks. What is
 * dropped still counts in the metrics.
 */
export function createRefusalBudget(): (address: string) => boolean {
  const counts = new Map<string, number>();
  let minute = 0;
  let recorded = 0;
  return (address) => {
    const now = Math.floor(Date.now() / 60_000);
    if (now !== minute) {
      counts.clear();
      minute = now;
      recorded = 0;
    }
    const network = networkOf(address);
    const count = counts.get(network) ?? 0;
    if (count === 0 && counts.size >= perMinute.networks) return false;
    if (count >= (recorded < perMinute.all ? perMinute.network : 1)) return false;
    counts.set(network, count + 1);
    recorded += 1;
    return true;
  };
}
