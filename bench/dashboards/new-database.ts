import { connect } from '../../lib/database/index.ts';

/** Creates a database for one subject and returns its URL. */
export async function newDatabase(serverUrl: string): Promise<string> {
  const name = `bench_${Date.now()}`;
  const admin = connect(serverUrl, { connections: 1 });
  await admin.unsafe(`create database ${name}`);
  await admin.end();
  return Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
}
