import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import { type Database, holdLock, type Transaction } from '#database';
import { keysOf, type SecretsKey, seal, unseal } from '#engine';

const algorithm = 'EdDSA';
const job = 'signing keys';
const maximumAgeInDays = 30;
/** Longer than the life of any token that a key has signed. */
const keptAfterSuccessionInDays = 2;

type SigningKey = { id: string; key: CryptoKey };

/** The keys that sign access tokens. All services of a database share them, and they are replaced every 30 days. */
export type SigningKeys = {
  /** The key to sign with. */
  current(): Promise<SigningKey>;
  /** Returns the key that verifies a token, by its id, or `undefined`. */
  find(id: string): Promise<CryptoKey | undefined>;
};

/**
 * The keys of a database. Their private parts are encrypted with the secrets key. A service with another secrets key
 * creates its own.
 */
export function createSigningKeys(database: Database, secretsKey: SecretsKey): SigningKeys {
  const verifying = new Map<string, CryptoKey>();
  let signing: (SigningKey & { checkedAt: number }) | undefined;
  let looking: Promise<void> | undefined;

  /** Reads the keys. Whoever asks meanwhile shares the look: of tokens with invented ids, one at a time costs a query. */
  const look = (): Promise<void> => {
    looking ??= readKeys(database, verifying).finally(() => {
      looking = undefined;
    });
    return looking;
  };

  return {
    async current() {
      if (signing === undefined || performance.now() - signing.checkedAt > 3_600_000)
        signing = { ...(await findOrMakeKey(database, secretsKey)), checkedAt: performance.now() };
      return signing;
    },
    async find(id) {
      if (!verifying.has(id)) await looking; // it may have begun before there was this key
      if (!verifying.has(id)) await look();
      return verifying.get(id);
    },
  };
}

async function readKeys(database: Database, verifying: Map<string, CryptoKey>): Promise<void> {
  for (const row of await database<{ id: string; public_jwk: string }[]>`select id, public_jwk from signing_key`)
    if (!verifying.has(row.id)) verifying.set(row.id, await importKey(row.public_jwk));
}

async function findOrMakeKey(database: Database, secretsKey: SecretsKey): Promise<SigningKey> {
  return database.begin(async (transaction) => {
    await holdLock(transaction, 'signingKey');
    const [young] = await transaction<{ id: string; sealed_private_jwk: Buffer; sealed_with: string }[]>`
      select id, sealed_private_jwk, sealed_with from signing_key
      where sealed_with = any(${[...keysOf(secretsKey, job).keys()]}::text[]) and created_on > now() - make_interval(days => ${maximumAgeInDays})
      order by created_on desc limit 1`;
    if (young !== undefined) {
      const { id, sealed_private_jwk: sealed, sealed_with: sealedWith } = young;
      return { id, key: await importKey(unseal(secretsKey, job, { sealed, sealedWith }, id)) };
    }
    return makeKey(transaction, secretsKey);
  });
}

/** Makes the key that services sign with from now on, those that run within the hour. */
export async function makeSigningKey(database: Database, secretsKey: SecretsKey): Promise<void> {
  await database.begin(async (transaction) => {
    await holdLock(transaction, 'signingKey');
    await makeKey(transaction, secretsKey);
  });
}

async function makeKey(transaction: Transaction, secretsKey: SecretsKey): Promise<SigningKey> {
  const pair = await generateKeyPair(algorithm, { extractable: true });
  const id = crypto.randomUUID();
  const privateJwk = JSON.stringify(await exportJWK(pair.privateKey));
  const { sealed, sealedWith } = seal(secretsKey, job, privateJwk, id);
  await transaction`
      insert into signing_key (id, public_jwk, sealed_private_jwk, sealed_with)
      values (${id}, ${JSON.stringify(await exportJWK(pair.publicKey))}, ${sealed}, ${sealedWith})`;
  await transaction`
      delete from signing_key
      where created_on < now() - make_interval(days => ${maximumAgeInDays + keptAfterSuccessionInDays})`;
  return { id, key: await importKey(privateJwk) };
}

async function importKey(text: string): Promise<CryptoKey> {
  const jwk: JWK = JSON.parse(text);
  const key = await importJWK(jwk, algorithm);
  if (key instanceof Uint8Array) throw new TypeError('a signing key is not a symmetric key');
  return key;
}

export { algorithm as signingAlgorithm };
