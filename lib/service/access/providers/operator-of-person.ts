import { type Scope, type SignInProvider, TaskdeckError } from '#contract';
import type { Transaction } from '#database';
import { boundsOfClaims, nameOf, profileOf } from './person.ts';
import type { Claims } from './provider-client.ts';

type Found = { id: string; email: string; is_disabled: boolean };

/**
 * Returns the operator that a person of a provider is, with these scopes, and the bounds when the provider decides on them. The first sign-in creates the operator. An
 * e-mail address never leads to an operator who exists: it only names a new one. Throws `OperatorAlreadyExists` where
 * it is another operator's, `EmailNotVerified`, and `InsufficientScope` for a disabled operator.
 */
export async function operatorOfPerson(
  transaction: Transaction,
  provider: SignInProvider,
  claims: Claims,
  scopes: readonly Scope[],
): Promise<{ id: string; email: string }> {
  const known = (await find(transaction, provider, claims)) ?? (await create(transaction, provider, claims));
  if (known.is_disabled) throw new TaskdeckError('InsufficientScope', 'this operator is disabled');
  const bounds = boundsOfClaims(claims, provider);
  await transaction`
    update operator set name = ${nameOf(claims) ?? known.email}, scopes = ${[...scopes]},
      bounds = case when ${provider.bounds === undefined} then bounds
        else ${bounds === undefined ? null : JSON.stringify(bounds)}::text::json end
    where id = ${known.id}`;
  return { id: known.id, email: known.email };
}

async function find(transaction: Transaction, { issuer }: SignInProvider, { sub }: Claims): Promise<Found | undefined> {
  const [row] = await transaction<Found[]>`
    select id, email, is_disabled from operator_identity join operator on id = operator_id
    where issuer = ${issuer} and subject = ${sub} for update of operator`;
  return row;
}

async function create(transaction: Transaction, provider: SignInProvider, claims: Claims): Promise<Found> {
  const { email, name } = profileOf(claims, provider);
  const [made] = await transaction<Found[]>`
    insert into operator (email, name, scopes) values (${email}, ${name}, '{}')
    on conflict (email) do nothing returning id, email, is_disabled`;
  if (made === undefined) {
    const same = await find(transaction, provider, claims); // a first sign-in at the same time was first
    if (same !== undefined) return same;
    throw new TaskdeckError('OperatorAlreadyExists', `another operator has the e-mail address "${email}"`);
  }
  await transaction`
    insert into operator_identity (issuer, subject, operator_id, provider)
    values (${provider.issuer}, ${claims.sub}, ${made.id}, ${provider.id})`;
  return made;
}
