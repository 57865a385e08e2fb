import { z } from 'zod';
import { itemName, timestamp, timestampInput } from './identifiers.ts';
import { auditTargetKinds } from './operation.ts';
import { pageQuery } from './paging.ts';
import { fullScope, scopes } from './scopes.ts';

const scope = z.enum(scopes.map(fullScope) as [string, ...string[]]);
const email = z
  .string()
  .trim()
  .toLowerCase()
  .min(3)
  .max(254)
  .regex(/^[^\s@]+@[^\s@]+$/, 'an e-mail address');
const password = z.string().min(8, 'a password has at least 8 characters').max(1024);

/** A person who signs in. */
export const operator = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  scopes: z.array(z.string()),
  isDisabled: z.boolean(),
  createdOn: timestamp,
  lastSignInOn: timestamp.optional(),
});

export const operatorInput = z.strictObject({
  email,
  name: z.string().min(1).max(128),
  password,
  scopes: z.array(scope),
});
export const operatorUpdateInput = z
  .strictObject({ name: z.string().min(1).max(128), password, scopes: z.array(scope), isDisabled: z.boolean() })
  .partial();

export const signInInput = z.strictObject({ email: z.string().min(1).max(254), password: z.string().min(1).max(1024) });

/** A short-lived access token (JWT) with its scopes. `refreshToken` gets the next one until the session ends. */
export const signInResponse = z.object({
  accessToken: z.string(),
  expiresOn: timestamp,
  refreshToken: z.string(),
  refreshExpiresOn: timestamp,
  operator: operator.pick({ id: true, email: true, name: true }),
  scopes: z.array(z.string()),
});
export const refreshInput = z.strictObject({ refreshToken: z.string().min(1).max(256) });

/** The caller's identity, as the service derives it from the token. */
export const identity = z.object({
  kind: z.enum(['operator', 'apiKey', 'external']),
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.string()),
});

/** An API key for programs. Only the answer that creates it contains its secret. */
export const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.string()),
  createdOn: timestamp,
  createdBy: z.string(),
  owner: z
    .object({
      kind: z.enum(['operator', 'serviceAccount']),
      id: z.string().describe('Id of the operator, or name of the service account'),
      name: z.string().describe('E-mail address of the operator, or name of the service account'),
    })
    .describe('Who the key belongs to. A key of an operator ends with the operator.'),
  expiresOn: timestamp.optional(),
  lastUsedOn: timestamp.optional().describe('Time of the last use, noted at most once a minute'),
  lastUsedFrom: z.string().optional().describe('Address of the last use'),
});
export const apiKeyInput = z.strictObject({
  name: itemName,
  scopes: z.array(scope).min(1),
  expiresOn: timestampInput
    .optional()
    .describe('A key that expires can only create keys that expire no later than itself'),
  serviceAccount: itemName
    .optional()
    .describe('The service account that the key belongs to. Without it, the key belongs to the owner of the caller.'),
});
export const apiKeyCreated = apiKey.extend({ key: z.string() });

/** A global secret without its value. */
export const secret = z.object({ name: z.string(), lastModifiedOn: timestamp, lastModifiedBy: z.string() });
export const secretName = z
  .string()
  .regex(/^(?!\.{1,2}$)[A-Za-z0-9_.-]{1,128}$/, '1 to 128 characters of A-Z a-z 0-9 _ . -');
export const secretInput = z.strictObject({ value: z.string().min(1).max(65_536) });

export const accessListQuery = z.strictObject({ ...pageQuery });

/** An audit record: one change and who made it. */
export const auditRecord = z.object({
  id: z.string(),
  occurredOn: timestamp,
  identity: z.object({
    kind: z.enum(['operator', 'apiKey', 'external', 'anonymous', 'system']),
    id: z.string(),
    name: z.string(),
  }),
  operation: z.string(),
  target: z.object({ kind: z.enum(auditTargetKinds), id: z.string() }).optional(),
  sourceAddress: z.string(),
  requestId: z.string(),
  outcome: z.enum(['succeeded', 'refused', 'failed']),
  status: z.number().int(),
  detail: z
    .string()
    .optional()
    .describe('What changed, or why the change was refused. Contains no secret or sensitive value.'),
});

export const auditListQuery = z.strictObject({
  ...pageQuery,
  identity: z.string().max(256).optional().describe('Id or name of the caller'),
  operation: z.string().max(128).optional(),
  target: z.string().max(600).optional().describe('Id of the target; of an entry: store/id'),
  outcome: z.enum(['succeeded', 'refused', 'failed']).optional(),
  occurredAfter: timestampInput.optional(),
  occurredBefore: timestampInput.optional(),
});

export type Operator = z.output<typeof operator>;
export type OperatorInput = z.input<typeof operatorInput>;
export type OperatorUpdateInput = z.input<typeof operatorUpdateInput>;
export type SignInInput = z.input<typeof signInInput>;
export type SignInResponse = z.output<typeof signInResponse>;
export type Identity = z.output<typeof identity>;
export type ApiKey = z.output<typeof apiKey>;
export type ApiKeyInput = z.input<typeof apiKeyInput>;
export type ApiKeyCreated = z.output<typeof apiKeyCreated>;
export type Secret = z.output<typeof secret>;
export type AuditRecord = z.output<typeof auditRecord>;
export type AuditListFilter = z.output<typeof auditListQuery>;
