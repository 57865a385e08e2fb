import type { AuditRecord, Bounds, Scope } from '#contract';

/** An identity that stays when an API key is replaced. `id` of a service account is its name. */
export type Owner = { kind: 'operator' | 'serviceAccount' | 'external' | 'nobody'; id: string; name: string };

/** The caller of a request, with its scopes. */
export type Caller = {
  kind: AuditRecord['identity']['kind'];
  id: string;
  /** The text of `createdBy` and similar fields: an operator's e-mail or a key's name. */
  name: string;
  scopes: ReadonlySet<Scope>;
  /** What the caller reaches of tasks and stores. `undefined`: everything. */
  bounds?: Bounds | undefined;
  /** The session of a signed-in operator. */
  sessionId?: string;
  /** When the person of an external token signed in, in milliseconds since 1970. `undefined` for a program. */
  signedInAt?: number;
  /** An operator who still has a generated password: only what changes it is allowed. */
  mustChangePassword?: boolean;
  /** An operator who needs a passkey and has none: only what adds one is allowed. */
  mustAddPasskey?: boolean;
  /** Who owns its isolated names, locks and uploads: the operator or service account behind an API key. */
  owner: Owner;
  /** When the token expires, in milliseconds since 1970. `undefined` means never. */
  expiresAt: number | undefined;
};

/** A caller as the engine knows it: its name and owner, and which values it may keep or use in an input. */
export function actorOf({ caller, may }: { caller: Pick<Caller, 'name' | 'owner'>; may(scope: Scope): boolean }) {
  return {
    name: caller.name,
    owner: ownerOf(caller),
    readsSensitive: may('sensitive/read'),
    usesSecrets: may('secrets/use'),
  };
}

export const anonymous: Caller = {
  kind: 'anonymous',
  id: '',
  name: 'anonymous',
  scopes: new Set(),
  owner: { kind: 'nobody', id: '', name: '' },
  expiresAt: undefined,
};

/** Identifies a caller in one string. Idempotency keys are scoped to it. */
export function identityOf(caller: Caller): string {
  return `${caller.kind}:${caller.id}`;
}

const ownerPrefix = {
  operator: 'operator',
  serviceAccount: 'account',
  external: 'external',
  nobody: 'anonymous',
} as const;

/** The owner that a service account is. */
export function accountNamed(name: string): Owner {
  return { kind: 'serviceAccount', id: name, name };
}

/** The owner of a caller in one string: what isolated names, locks and uploads belong to. */
export function ownerOf({ owner }: Pick<Caller, 'owner'>): string {
  return `${ownerPrefix[owner.kind]}:${owner.id}`;
}
