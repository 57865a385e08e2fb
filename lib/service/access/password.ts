import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { HttpError } from '../http/problem.ts';

/** scrypt at OWASP's strength: N = 2^15, r = 8, p = 3 (32 MiB). Stored beside each hash, so they can be raised. */
const cost: PasswordCost = { N: 32_768, r: 8, p: 3 };
const hashBytes = 32;

/** Hashes at a time: each takes 32 MiB and most of a core. */
const concurrency = 2;

export type PasswordCost = { N: number; r: number; p: number };

/** Hashes a password with a salt of its own: `scrypt$N$r$p$salt$hash`, base64. */
export async function hashPassword(password: string, { N, r, p }: PasswordCost = cost): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, { N, r, p });
  return ['scrypt', N, r, p, salt.toString('base64'), hash.toString('base64')].join('$');
}

/** Stands in for the hash of an operator who does not exist, so that both answers take the same time. */
const nobody = [
  'scrypt',
  cost.N,
  cost.r,
  cost.p,
  randomBytes(16).toString('base64'),
  randomBytes(32).toString('base64'),
];

/** Whether a password is the one that was hashed. Without a hash it takes as long and says no. */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  const [, N, r, p, salt = '', hash = ''] = stored?.split('$') ?? nobody.map(String);
  const expected = Buffer.from(hash, 'base64');
  const actual = await derive(password, Buffer.from(salt, 'base64'), { N: Number(N), r: Number(r), p: Number(p) });
  return timingSafeEqual(actual, expected) && stored !== undefined;
}

/** A password that can be typed: 24 characters without look-alikes, about 138 bits. */
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

/** Beyond this many waiting, a sign-in is told to come back rather than to wait for ever longer. */
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
