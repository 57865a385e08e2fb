import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { HttpError } from '../http/problem.ts';

/**
 * The parameters of scrypt that OWASP recommends: N = 2^15, r = 8, p = 3 (32 MiB). They are stored with each hash, so
 * they can be raised.
 */
const cost: PasswordCost = { N: 32_768, r: 8, p: 3 };
const hashBytes = 32;

/** The maximum number of hashes at the same time. Each takes 32 MiB and most of a core. */
const concurrency = 2;

type PasswordCost = { N: number; r: number; p: number };

/** Hashes a password with a random salt: `scrypt$N$r$p$salt$hash`, base64. */
export async function hashPassword(password: string, { N, r, p }: PasswordCost = cost): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, { N, r, p });
  return ['scrypt', N, r, p, salt.toString('base64'), hash.toString('base64')].join('$');
}

/** Replaces the hash of an operator who does not exist, so that both answers take the same time. */
const nobody = [
  'scrypt',
  cost.N,
  cost.r,
  cost.p,
  randomBytes(16).toString('base64'),
  randomBytes(32).toString('base64'),
];

/** Returns whether a password matches a hash. Without a hash it takes the same time and returns false. */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  const [, N, r, p, salt = '', hash = ''] = stored?.split('$') ?? nobody.map(String);
  const expected = Buffer.from(hash, 'base64');
  const actual = await derive(password, Buffer.from(salt, 'base64'), { N: Number(N), r: Number(r), p: Number(p) });
  return timingSafeEqual(actual, expected) && stored !== undefined;
}

/** Generates a password of 24 characters that are easy to type and to tell apart, about 138 bits. */
export function generatePassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
  const unbiased = Math.floor(256 / letters.length) * letters.length;
  let password = '';
  while (password.length < 24) {
    for (const byte of randomBytes(32))
      if (byte < unbiased && password.length < 24) password += letters[byte % letters.length];
  }
  return password;
}

let running = 0;
const waiting: (() => void)[] = [];

/** The maximum number of waiting sign-ins. More are refused and told when to try again. */
const maximumWaiting = 64;

async function derive(password: string, salt: Buffer, { N, r, p }: PasswordCost): Promise<Buffer> {
  if (waiting.length >= maximumWaiting)
    throw new HttpError('TooManyRequests', 'too many sign-ins at this moment', { 'retry-after': '2' });
  if (running >= concurrency) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await new Promise((resolve, reject) => {
      scrypt(password.normalize('NFKC'), salt, hashBytes, { N, r, p, maxmem: 256 * N * r }, (error, key) =>
        error === null ? resolve(key) : reject(error),
      );
    });
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}
