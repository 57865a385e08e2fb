import postgres from 'postgres';

/**
 * What a failure says of the database work that met it.
 *
 * - `away`: the connection or the server went away, or a new connection could not be opened, also because the server refused
 *   it or its certificate is not accepted. Whether the work was committed is not known.
 * - `raceLost`: a deadlock or a serialization failure. Nothing was committed; one of a few retries gets past it.
 * - `overloaded`: the server lacks a resource (memory, disk, time) or accepts no changes. Nothing was committed; a later retry may
 *   succeed.
 * - `refused`: PostgreSQL refused a statement, or the client's own code failed. A retry fails again.
 */
export type FailureKind = 'away' | 'raceLost' | 'overloaded' | 'refused';

/** What the patched driver says of a server without TLS, where the connection string asks for it. */
const tlsNotOffered = 'TLS_NOT_OFFERED';

/** Codes of connections that failed: of postgres.js, of Node's sockets and resolver, and of `PrimaryFinder`. */
const connectionCodes = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'NO_PRIMARY',
  tlsNotOffered,
  // this machine or process has no room for another connection
  'EADDRNOTAVAIL',
  'EMFILE',
  'ENFILE',
  'ENOBUFS',
]);

/** A failure of TLS: nothing is sent before its handshake is done. */
const tlsCode = /^(ERR_SSL_|ERR_TLS_|EPROTO$)/;

/** What Node and OpenSSL say of a certificate that they do not accept ("X509 certificate error codes" of Node). */
const certificateCode =
  /^(UNABLE_TO_|(CERT|CRL)_|ERROR_IN_C|DEPTH_ZERO_|SELF_SIGNED_|INVALID_(CA|PURPOSE)$|PATH_LENGTH_|HOSTNAME_MISMATCH$|ERR_TLS_CERT_)/;

/** A wrong user, password or name of a database. */
const refusedLogin = /^(28|3D)/;

/** Providers make a server read-only when its disk is nearly full, and a primary that was demoted is. */
const readOnly = '25006';

/** Classes and codes of SQLSTATE (PostgreSQL, Appendix A). The first match decides. */
const stateKinds: readonly [RegExp, FailureKind][] = [
  [refusedLogin, 'away'], // the work was not sent: a password can be changed while processes go on
  [/^(08|57P|53300)/, 'away'], // connection exceptions, a server that stops or starts, too many connections
  [/^40/, 'raceLost'], // transaction rollback
  [/^(53|57|58|55P03)/, 'overloaded'], // resources, operator intervention, system errors, a lock not available
  [new RegExp(readOnly), 'overloaded'],
];

/**
 * Another writer changed what the work had read. It has the code of PostgreSQL's serialization failure and is of the
 * kind `raceLost`, so the transaction is repeated.
 */
export class RaceLostError extends Error {
  readonly code = '40001';
}

/** Classifies an error of work on the database or of a connection to a blob store. */
export function failureKind(error: unknown): FailureKind {
  if (error instanceof RaceLostError) return 'raceLost';
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return 'refused';
  const { code } = error;
  if (!(error instanceof postgres.PostgresError)) return isOfConnection(code) ? 'away' : 'refused';
  const known = stateKinds.find(([pattern]) => pattern.test(code))?.[1];
  return known ?? (error.severity === 'ERROR' ? 'refused' : 'away'); // FATAL and PANIC end the connection
}

const isOfConnection = (code: string) => connectionCodes.has(code) || tlsCode.test(code) || certificateCode.test(code);

/** Returns whether the connection or the server went away: see `FailureKind`. */
export function isAway(error: unknown): boolean {
  return failureKind(error) === 'away';
}

/**
 * Returns whether the server refused the user, the password or the name of the database, does not encrypt although it
 * should, or has a certificate that is not accepted: somebody has to change that.
 */
export function isLoginRefused(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return false;
  if (error instanceof postgres.PostgresError) return refusedLogin.test(error.code);
  return error.code === tlsNotOffered || certificateCode.test(error.code);
}

/** Returns whether the server could not write because its disk is full. */
export function foundDiskFull(error: unknown): boolean {
  return error instanceof postgres.PostgresError && error.code === '53100';
}

/** Returns whether the server accepts no changes. */
export function foundReadOnly(error: unknown): boolean {
  return error instanceof postgres.PostgresError && error.code === readOnly;
}

/** Returns whether this process or machine has no file descriptor for another connection or file. */
export function lacksDescriptors(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EMFILE' || error.code === 'ENFILE');
}
