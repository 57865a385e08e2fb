import { z } from 'zod';
import { type BoundsMap, boundsMap } from './bounds-map.ts';
import { ConfigError, type Environment } from './environment.ts';
import { record } from './record.ts';
import { roles } from './roles.ts';
import { parseScope, type Scope, scopes } from './scopes.ts';

/** An OpenID Connect provider that operators sign in with. */
export type SignInProvider = {
  /** Part of the redirect URI: `/api/auth/callback/<id>`. */
  id: string;
  /** What the page for signing in calls it. */
  name: string;
  issuer: string;
  clientId: string;
  /** `undefined` for a public client. */
  clientSecret: string | undefined;
  /** The scopes to ask the provider for. */
  scope: string;
  /** The claim that holds the groups of a person. */
  claim: string;
  /** The scopes of each value of the claim. `*` is for everybody. */
  roles: Readonly<Record<string, readonly Scope[]>>;
  /** The bounds of each value of the claim. `undefined`: the provider does not decide on bounds. */
  bounds?: BoundsMap | undefined;
  /** Whether an e-mail address counts although the provider does not say that it is verified. */
  trustsEmail: boolean;
  /** The algorithm that the provider signs ID tokens with. */
  algorithm: string;
};

/** Who may sign in how: the providers, and whether a password is possible. */
export type SignInMethods = { providers: readonly SignInProvider[]; hasPassword: boolean };

const variable = 'TASKDECK_SIGN_IN_PROVIDERS';
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'] as const;

const provider = z.strictObject({
  id: z.string().regex(/^(?!(?:credentials|invitation)$)[a-z0-9-]{1,32}$/, 'is 1 to 32 characters of a-z 0-9 -'),
  name: z.string().min(1).max(60),
  issuer: z.string().refine(isSecureUrl, 'is an https URL (http on loopback only)'),
  clientId: z.string().min(1),
  clientSecret: z.string().min(1).optional(),
  scope: z
    .string()
    .refine((text) => text.split(' ').includes('openid'), 'contains openid')
    .default('openid email profile'),
  claim: z.string().min(1).default('groups'),
  roles: record(z.string(), z.union([z.string(), z.array(z.string())]).transform(scopesOf)),
  bounds: boundsMap.optional(),
  trustsEmail: z.boolean().default(false),
  algorithm: z.enum(algorithms).default('RS256'),
});

/** Reads how operators sign in. Throws `ConfigError`, whose message contains no value: some are secret. */
export function readSignInMethods(environment: Environment): SignInMethods {
  const providers = readProviders(environment[variable] ?? '');
  const password = environment.TASKDECK_PASSWORD_SIGN_IN || 'true';
  if (password !== 'true' && password !== 'false')
    throw new ConfigError(`TASKDECK_PASSWORD_SIGN_IN is "${password}"; allowed: true or false`);
  if (password === 'false' && providers.length === 0)
    throw new ConfigError(
      `TASKDECK_PASSWORD_SIGN_IN is "false", but ${variable} names no provider: nobody could sign in`,
    );
  return { providers, hasPassword: password === 'true' };
}

function readProviders(text: string): readonly SignInProvider[] {
  if (text === '') return [];
  const read = z.array(provider).safeParse(parsed(text));
  if (!read.success) {
    const [first] = read.error.issues;
    throw new ConfigError(
      `${variable}: ${(first?.path ?? []).join('.') || 'it'} ${first?.message}; see docs/operations.md`,
    );
  }
  const found = read.data.map((one) => ({ ...one, clientSecret: one.clientSecret }));
  for (const key of ['id', 'issuer'] as const)
    if (new Set(found.map((one) => one[key])).size < found.length)
      throw new ConfigError(`${variable}: two providers have the same ${key}`);
  return found;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ConfigError(`${variable} is not JSON; allowed: an array of providers, see docs/operations.md`);
  }
}

/** Returns the scopes of a role, or of a list of scopes. */
function scopesOf(given: string | string[], context: z.RefinementCtx): readonly Scope[] {
  const role = typeof given === 'string' ? roles.find(({ name }) => name === given) : undefined;
  if (role !== undefined) return role.scopes;
  const names = typeof given === 'string' ? [given] : given;
  const found = names.flatMap((name) => scopes.find((scope) => scope === name) ?? parseScope(name) ?? []);
  if (found.length < names.length)
    context.addIssue(`is a role (${roles.map(({ name }) => name).join(', ')}) or a list of scopes`);
  return found;
}

function isSecureUrl(text: string): boolean {
  const url = URL.parse(text);
  const isLoopback = ['127.0.0.1', 'localhost', '[::1]'].includes(url?.hostname ?? '');
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback);
}
