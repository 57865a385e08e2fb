import { z } from 'zod';
import { approvalKinds } from './approval-kind.ts';
import { bounds } from './bounds.ts';
import { email } from './email.ts';
import { itemName, timestamp, timestampInput, token } from './identifiers.ts';
import { auditTargetKinds } from './operation.ts';
import { pageQuery } from './paging.ts';
import { passkeyUse } from './passkey.ts';
import { fullScope, scopes } from './scopes.ts';
import { secretHost } from './secret-host.ts';

const scope = z.enum(scopes.map(fullScope) as [string, ...string[]]);
/** A new password of an operator. The service also refuses common ones and the operator's name. */
export const operatorPassword = z
  .string()
  .min(12, 'a password has at least 12 characters')
  .max(1024)
  .describe("12 to 1024 characters; not a common password, and not the operator's name");

const boundsInput = bounds.describe(
  'What is reached of tasks and stores, within the bounds of the caller. Members that are omitted have those of the caller',
);

const mustChangePassword = z.boolean().describe('Whether the operator has to change the password after signing in');

/** A person who signs in. */
export const operator = z.object({
  id: z.string().describe('Id of the operator'),
  email: z.string().describe('E-mail address for signing in'),
  name: z.string().describe('Name of the operator'),
  scopes: z.array(z.string()).describe('Full scopes, such as Data/Taskdeck.Orchestration/tasks/read'),
  bounds: bounds.optional().describe('What the operator reaches of tasks and stores. Omitted: everything'),
  isDisabled: z.boolean().describe('Whether the operator cannot sign in'),
  createdOn: timestamp.describe('When it was created'),
  lastSignInOn: timestamp.optional().describe('When the operator last signed in. Omitted: never'),
  provider: z
    .string()
    .optional()
    .describe('Id of the sign-in provider that decides on the scopes. Omitted: signs in with a password'),
  invitedUntil: timestamp.optional().describe('When the link expires with which the operator sets a password'),
  etag: z.string().describe('Entity tag for If-Match. It changes with what a person changes'),
});

export const operatorInput = z.strictObject({
  email: email.describe('E-mail address for signing in'),
  name: z.string().min(1).max(128).describe('Name of the operator'),
  password: operatorPassword.optional().describe('Password for signing in. Without it, invite the operator to set one'),
  scopes: z.array(scope).max(100).describe('Full scopes of the operator. The caller must have all of them'),
  bounds: boundsInput.optional(),
  mustChangePassword: mustChangePassword.optional(),
});
export const operatorUpdateInput = z
  .strictObject({
    name: z.string().min(1).max(128).describe('Name of the operator'),
    password: operatorPassword.describe('Another password. It ends the sessions of the operator'),
    scopes: z.array(scope).max(100).describe('Full scopes of the operator. The caller must have all that are added'),
    bounds: boundsInput.nullable().describe('Other bounds of tasks and stores. null: the bounds of the caller'),
    isDisabled: z.boolean().describe('Whether the operator cannot sign in. true ends the sessions'),
    mustChangePassword,
  })
  .partial();

const recoveryCode = z
  .string()
  .min(1)
  .max(64)
  .optional()
  .describe('Replaces the passkey of an operator who has one and cannot use it. It works once');

export const signInInput = z.strictObject({
  email: z.string().min(1).max(254).describe('E-mail address of the operator'),
  password: z.string().min(1).max(1024).describe('Password of the operator'),
  recoveryCode,
  device: z.string().max(128).optional().describe('What the session is called in the list of sessions'),
});

/** A link with which an operator sets a password. */
export const invitationInput = z.strictObject({
  expiresInHours: z.number().int().min(1).max(720).default(72).describe('How long the link works, in hours'),
});
export const invitation = z.object({
  token: z.string().describe('Sets the password once, with AcceptInvitation. No other answer contains it'),
  expiresOn: timestamp.describe('When it stops working'),
});
export const invitationAcceptance = z.strictObject({
  token: z.string().min(1).max(256).describe('The token of the invitation'),
  password: operatorPassword,
  device: z.string().max(128).optional().describe('What the session is called in the list of sessions'),
});

/** What a sign-in provider answered when it sent an operator back (OpenID Connect, authorization code flow). */
export const providerSignInInput = z.strictObject({
  provider: z.string().min(1).max(32).describe('Id of the sign-in provider'),
  idToken: z.string().min(1).max(16_384).describe('The ID token. It can be used once, within 10 minutes'),
  accessToken: z
    .string()
    .min(1)
    .max(16_384)
    .optional()
    .describe('The access token for the userinfo endpoint of the provider'),
  refreshToken: z
    .string()
    .min(1)
    .max(16_384)
    .optional()
    .describe('The refresh token of the provider, for asking it whether the operator may still sign in'),
  device: z.string().max(128).optional().describe('What the session is called in the list of sessions'),
});

/** A short-lived access token (JWT) with its scopes. `refreshToken` gets the next ones until the session ends. */
export const signInResponse = z.object({
  accessToken: z.string().describe('Access token (JWT) for the Authorization header'),
  expiresOn: timestamp.describe('When the access token expires'),
  refreshToken: z.string().describe('Gets the next access token, and is exchanged for another one by that'),
  refreshExpiresOn: timestamp.describe('When the session ends'),
  operator: operator.pick({ id: true, email: true, name: true, provider: true }).describe('The operator who signed in'),
  scopes: z.array(z.string()).describe('Full scopes, such as Data/Taskdeck.Orchestration/tasks/read'),
  bounds: bounds.optional().describe('What the operator reaches of tasks and stores. Omitted: everything'),
  mustChangePassword: z
    .boolean()
    .optional()
    .describe('True while the operator has a generated password: until it is changed, other operations are refused'),
  mustAddPasskey: z
    .boolean()
    .optional()
    .describe('True while the operator needs a passkey and has none: until one is added, other operations are refused'),
});

/** The session of a signed-in operator: what its refresh token stands for. */
export const operatorSession = z.object({
  id: z.string().describe('Id of the session'),
  operator: operator.pick({ id: true, email: true }).describe('Who signed in'),
  createdOn: timestamp.describe('When the operator signed in'),
  lastUsedOn: timestamp.describe('When its access token was last renewed: at most 15 minutes before its last use'),
  expiresOn: timestamp.describe('When it ends by itself, unless it is used before'),
  address: z.string().optional().describe('IP address of the sign-in'),
  device: z.string().optional().describe('What the sign-in called itself, such as Firefox on Linux'),
  isCurrent: z.boolean().describe("Whether it is the caller's own session of this call"),
});

/** Which sessions: the caller's own, or those of one operator. */
const ofOperator = z
  .uuid()
  .optional()
  .describe("Id of an operator. Another one's needs operators/manage. Default: the caller");
export const sessionListQuery = z.strictObject({ ...pageQuery, operatorId: ofOperator });
export const sessionsEndQuery = z.strictObject({ operatorId: ofOperator });

/** A new password of the caller, with the one that it replaces. */
export const passwordChangeInput = z.strictObject({
  currentPassword: z.string().min(1).max(1024).describe('The password that is replaced'),
  newPassword: operatorPassword,
});

/** Ways in which a person proves again who they are. */
export const proofMethods = ['passkey', 'password', 'provider'] as const;

/** When the person of a session last proved who they are. */
export const proof = z.object({
  isNeeded: z.boolean().describe('Whether an operation that needs a fresh proof would be refused now'),
  provenOn: timestamp.optional().describe('When the caller last proved who they are. Omitted: not in this session'),
  maximumAgeInSeconds: z.number().int().describe('How long a proof is fresh'),
  methods: z
    .array(z.enum(proofMethods))
    .describe('How the caller can prove it. Empty for a caller that cannot, such as an API key'),
  provider: z.string().optional().describe('Id of the sign-in provider of the caller'),
  needsApproval: z
    .array(z.enum(approvalKinds))
    .describe('Kinds of operations that also need the approval of a second person'),
});
export const proofInput = z.union([
  z.strictObject({ passkey: passkeyUse }),
  z.strictObject({ password: z.string().min(1).max(1024).describe("The operator's own password"), recoveryCode }),
  z.strictObject({
    idToken: z
      .string()
      .min(1)
      .max(16_384)
      .describe('An ID token of a new sign-in at the provider: with `max_age`, so that it says when that was'),
  }),
]);

export const signOutInput = z.strictObject({
  refreshToken: z.string().min(1).max(256).describe('The refresh token of the session'),
});

export const refreshInput = signOutInput.extend({
  rotate: z
    .boolean()
    .optional()
    .describe(
      'false: keeps the refresh token, for a caller that cannot store another one now. Default: true. An exchanged token works for one more minute. An attempt to exchange it later ends the session',
    ),
});

/** The caller's identity, as the service derives it from the token. */
export const identity = z.object({
  kind: z.enum(['operator', 'apiKey', 'external']).describe('Kind of the caller'),
  id: z.string().describe('Id of the caller'),
  name: z.string().describe('Name of the caller'),
  scopes: z.array(z.string()).describe('Full scopes, such as Data/Taskdeck.Orchestration/tasks/read'),
  bounds: bounds.optional().describe('What the caller reaches of tasks and stores. Omitted: everything'),
});

/** An API key for programs. Only the answer that creates it contains its secret. */
export const apiKey = z.object({
  id: z.string().describe('Id of the key'),
  name: z.string().describe('Name of the key, shown to people'),
  scopes: z.array(z.string()).describe('Full scopes, such as Data/Taskdeck.Orchestration/tasks/read'),
  bounds: bounds.optional().describe('What the key reaches of tasks and stores. Omitted: everything'),
  createdOn: timestamp.describe('When it was created'),
  createdBy: z.string().describe('Name of the caller that created it'),
  owner: z
    .object({
      kind: z.enum(['operator', 'serviceAccount']).describe('Kind of the owner'),
      id: z.string().describe('Id of the operator, or name of the service account'),
      name: z.string().describe('E-mail address of the operator, or name of the service account'),
    })
    .describe('Who the key belongs to. A key of an operator ends with the operator.'),
  expiresOn: timestamp.optional().describe('When the key expires. Omitted: never'),
  lastUsedOn: timestamp.optional().describe('Time of the last use, noted at most once a minute'),
  lastUsedFrom: z.string().optional().describe('Address of the last use'),
  successorId: z
    .string()
    .optional()
    .describe('Id of the key that replaced it, which can be deleted by now. Omitted: it was not rotated'),
});
export const apiKeyInput = z.strictObject({
  name: itemName.describe('Name of the key, shown to people'),
  scopes: z.array(scope).min(1).max(100).describe('Full scopes of the key. The caller must have all of them'),
  bounds: boundsInput.optional(),
  expiresOn: timestampInput
    .optional()
    .describe('A key that expires can only create keys that expire no later than itself'),
  serviceAccount: itemName
    .optional()
    .describe('The service account that the key belongs to. Without it, the key belongs to the owner of the caller.'),
});
export const apiKeyRotation = z.strictObject({
  overlapInHours: z
    .number()
    .int()
    .min(0)
    .max(720)
    .default(24)
    .describe('How long the old key goes on working. 0: it ends now'),
});
export const apiKeyCreated = apiKey.extend({ key: z.string().describe('The key itself. No other answer contains it') });

/** A global secret without its value. */
export const secret = z.object({
  name: z.string().describe('Name of the secret'),
  types: z.array(z.string()).optional().describe('Task types that may use it. Absent: every type'),
  queues: z.array(z.string()).optional().describe('Queues whose tasks may use it. Absent: every queue'),
  hosts: z.array(z.string()).describe('Hosts that `http.request` and `workflow` may send it to'),
  lastModifiedOn: timestamp.describe('When it was last changed'),
  lastModifiedBy: z.string().describe('Name of the caller that changed it last'),
  etag: z.string().describe('Entity tag for If-Match. It changes with what a person changes'),
});
export const secretName = z
  .string()
  .regex(/^(?!\.{1,2}$)[A-Za-z0-9_.-]{1,128}$/, '1 to 128 characters of A-Z a-z 0-9 _ . -')
  .describe('Name of the secret: 1 to 128 characters of A-Z a-z 0-9 _ . -');
export const secretInput = z.strictObject({
  value: z
    .string()
    .min(1)
    .max(65_536)
    .describe('Value of the secret. Values shorter than 4 characters are not masked in logs and errors'),
  types: z.array(token).min(1).max(100).optional().describe('Task types that may use it. Default: every type'),
  queues: z.array(token).min(1).max(100).optional().describe('Queues whose tasks may use it. Default: every queue'),
  hosts: z
    .array(secretHost)
    .max(100)
    .default([])
    .describe(
      'Hosts that `http.request` and `workflow` may send it to: `api.example.com`, `*.example.com`. Default: none',
    ),
});

export const accessListQuery = z.strictObject({ ...pageQuery });

/** An audit record: one change and who made it. */
export const auditRecord = z.object({
  id: z.string().describe('Id of the record. It grows with time'),
  occurredOn: timestamp.describe('When the change was made or refused'),
  identity: z
    .object({
      kind: z.enum(['operator', 'apiKey', 'external', 'anonymous', 'system']).describe('Kind of the caller'),
      id: z.string().describe('Id of the caller'),
      name: z.string().describe('Name of the caller at that time'),
    })
    .describe('The caller'),
  operation: z.string().describe('Name of the operation'),
  target: z
    .object({
      kind: z.enum(auditTargetKinds).describe('Kind of the target'),
      id: z.string().describe('Id of the target; of an entry: store/id'),
    })
    .optional()
    .describe('What the operation acted on'),
  sourceAddress: z.string().describe('IP address of the caller'),
  requestId: z.string().describe('Id of the request'),
  outcome: z
    .enum(['succeeded', 'refused', 'failed'])
    .describe('succeeded: it was done; refused: the caller made a mistake or may not; failed: the service failed'),
  status: z.number().int().describe('HTTP status of the answer'),
  detail: z
    .string()
    .optional()
    .describe('What changed, or why the change was refused. Contains no secret or sensitive value.'),
});

export const auditListQuery = z.strictObject({
  ...pageQuery,
  identity: z.string().max(256).optional().describe('Id or name of the caller'),
  operation: z.string().max(128).optional().describe('Name of the operation, such as CreateTask'),
  target: z.string().max(600).optional().describe('Id of the target; of an entry: store/id'),
  outcome: z.enum(['succeeded', 'refused', 'failed']).optional().describe('Outcome of the operation'),
  occurredAfter: timestampInput.optional().describe('Only records at or after this time'),
  occurredBefore: timestampInput.optional().describe('Only records before this time'),
});

export type Operator = z.output<typeof operator>;
export type OperatorInput = z.input<typeof operatorInput>;
export type Invitation = z.output<typeof invitation>;
export type InvitationInput = z.input<typeof invitationInput>;
export type InvitationAcceptance = z.input<typeof invitationAcceptance>;
export type OperatorUpdateInput = z.input<typeof operatorUpdateInput>;
export type SignInInput = z.input<typeof signInInput>;
export type ProviderSignInInput = z.input<typeof providerSignInInput>;
export type PasswordChangeInput = z.input<typeof passwordChangeInput>;
export type Proof = z.output<typeof proof>;
export type ProofInput = z.input<typeof proofInput>;
export type ProofMethod = (typeof proofMethods)[number];
export type OperatorSession = z.output<typeof operatorSession>;
export type SignInResponse = z.output<typeof signInResponse>;
export type Identity = z.output<typeof identity>;
export type ApiKey = z.output<typeof apiKey>;
export type ApiKeyInput = z.input<typeof apiKeyInput>;
export type ApiKeyRotation = z.input<typeof apiKeyRotation>;
export type ApiKeyCreated = z.output<typeof apiKeyCreated>;
export type Secret = z.output<typeof secret>;
export type SecretInput = z.input<typeof secretInput>;
export type AuditRecord = z.output<typeof auditRecord>;
export type AuditListFilter = z.output<typeof auditListQuery>;
