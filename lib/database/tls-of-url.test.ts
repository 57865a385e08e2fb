import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen } from '../contract/testing/listen.ts';
import { temporaryFolder } from '../contract/testing/temporary-folder.ts';
import { connect } from './connect.ts';
import { isAway, isLoginRefused } from './failure-kind.ts';
import { selfSigned } from './testing/self-signed.ts';
import { createTestDatabase } from './testing.ts';

/** The certificate of the server is for this address, and for no name. */
const own = selfSigned('127.0.0.1');
const folder = temporaryFolder('tls-of-url');
let server: Server;
let port: number;
let heard: string;

beforeAll(async () => {
  await writeFile(join(folder, 'roots.pem'), own.cert);
  await writeFile(join(folder, 'others.pem'), selfSigned('127.0.0.1').cert);
  server = createServer((socket) => {
    socket
      .on('error', () => {})
      .once('data', () => {
        socket.write('S');
        const encrypted = new TLSSocket(socket, { isServer: true, ...own });
        encrypted
          .on('error', () => {})
          .once('data', (bytes) => {
            heard = bytes.toString();
            encrypted.end(Buffer.from('E\0\0\0\x1bSFATAL\0C57P03\0Mreached\0\0', 'latin1'));
          });
      });
  });
  port = await listen(server);
});
afterAll(() => server.close());

/** What a connection to the server comes to: `57P03` is what the server says when it is reached. */
async function reach(host: string, parameters: string): Promise<string> {
  heard = '';
  const inFolder = parameters.replace('sslrootcert=', (found) =>
    parameters.includes('.pem') ? `${found}${folder}/` : found,
  );
  const database = connect(`postgres://me@${host}:${port}/none?${inFolder}`, { connections: 1 });
  const code = await database`select 1`.then(String, (error) => error.code);
  await database.end({ timeout: 0 });
  return code;
}

test.each([
  ['127.0.0.1', 'sslmode=verify-full&sslrootcert=roots.pem', '57P03'],
  ['localhost', 'sslmode=verify-full&sslrootcert=roots.pem', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ['localhost', 'sslmode=verify-ca&sslrootcert=roots.pem', '57P03'],
  ['localhost', 'sslrootcert=roots.pem&sslmode=require', '57P03'],
  ['127.0.0.1', 'sslmode=require&sslrootcert=others.pem', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ['127.0.0.1', 'sslmode=verify-full', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ['127.0.0.1', 'sslrootcert=system', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ['127.0.0.1', 'sslmode=require', '57P03'],
])('%s with %s', async (host, parameters, expected) => {
  expect(await reach(host, parameters)).toBe(expected);
  expect(heard).not.toContain('sslrootcert');
});

test('a server without TLS is told at once, and needs somebody to change it', async () => {
  const { url, drop } = await createTestDatabase();
  const database = connect(`${url}?sslmode=require`, { connections: 1 });
  const error = await database`select 1`.catch((error) => error);
  await database.end({ timeout: 0 });
  await drop();
  expect(error.message).toBe('the server does not encrypt connections, which sslmode asks for');
  expect([isAway(error), isLoginRefused(error)]).toEqual([true, true]);
});

test('an address is not taken for the name "localhost"', async () => {
  const named = selfSigned('localhost');
  await writeFile(join(folder, 'named.pem'), named.cert);
  const { key, cert } = { ...own };
  Object.assign(own, named);
  expect(await reach('127.0.0.1', 'sslmode=verify-full&sslrootcert=named.pem')).toBe('ERR_TLS_CERT_ALTNAME_INVALID');
  expect(await reach('localhost', 'sslmode=verify-full&sslrootcert=named.pem')).toBe('57P03');
  Object.assign(own, { key, cert });
});

test('what the driver would send to the server is left out or refused', async () => {
  expect(await reach('127.0.0.1', 'channel_binding=prefer&sslmode=require')).toBe('57P03');
  expect(heard).not.toContain('channel_binding');
  const url = 'postgres://one/db?sslmode=require';
  expect(() => connect(`${url}&channel_binding=require`)).toThrow('channel_binding=require of a database URL is not');
  expect(() => connect(`${url}&sslcert=a.pem&sslkey=b.pem`)).toThrow('the parameter sslcert of a database URL is not');
});

test('root certificates that cannot be read stop the start', () => {
  expect(() => connect('postgres://one/db?sslmode=verify-full&sslrootcert=/none.pem')).toThrow('/none.pem');
});
