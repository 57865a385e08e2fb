import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError } from '#contract';
import { readBlobConfig } from './config.ts';

const s3 = { TASKDECK_BLOB_STORE: 's3', TASKDECK_S3_BUCKET: 'blobs' };
const connectionString = 'AccountName=me;AccountKey=c2VjcmV0;EndpointSuffix=core.windows.net';
const azure = {
  TASKDECK_BLOB_STORE: 'azure',
  TASKDECK_AZURE_CONTAINER: 'blobs',
  TASKDECK_AZURE_CONNECTION_STRING: connectionString,
};

test('without anything, blobs are files in the data folder', () => {
  expect(readBlobConfig({})).toEqual({ store: 'file', folder: resolve('.data/blobs') });
  expect(readBlobConfig({ TASKDECK_DATA: '/var/taskdeck' })).toEqual({ store: 'file', folder: '/var/taskdeck/blobs' });
  expect(readBlobConfig({ TASKDECK_BLOB_FOLDER: '/mnt/blobs' })).toEqual({ store: 'file', folder: '/mnt/blobs' });
});

test("a bucket of Amazon's needs its name only; another endpoint is addressed by path", () => {
  expect(readBlobConfig(s3)).toEqual({
    store: 's3',
    bucket: 'blobs',
    region: 'us-east-1',
    endpoint: undefined,
    prefix: '',
    credentials: undefined,
    isPathStyle: false,
  });
  expect(
    readBlobConfig({
      ...s3,
      TASKDECK_S3_ENDPOINT: 'http://127.0.0.1:9000',
      TASKDECK_S3_PREFIX: 'a/b/',
      TASKDECK_S3_ACCESS_KEY_ID: 'me',
      TASKDECK_S3_SECRET_ACCESS_KEY: 'secret',
    }),
  ).toMatchObject({
    endpoint: 'http://127.0.0.1:9000/',
    prefix: 'a/b/',
    isPathStyle: true,
    credentials: { accessKeyId: 'me', secretAccessKey: 'secret' },
  });
});

test('a container of Azure needs its name and a connection string', () => {
  expect(readBlobConfig(azure)).toEqual({ store: 'azure', container: 'blobs', connectionString, prefix: '' });
});

test.each([
  [{ TASKDECK_BLOB_STORE: 'ftp' }, 'TASKDECK_BLOB_STORE is "ftp"; allowed: file, s3, azure'],
  [{ TASKDECK_BLOB_STORE: 's3' }, 'TASKDECK_S3_BUCKET is not set; allowed: 3 to 63 characters of a-z 0-9 . -'],
  [{ ...s3, TASKDECK_S3_BUCKET: 'No Bucket' }, 'TASKDECK_S3_BUCKET is "No Bucket"'],
  [{ ...s3, TASKDECK_S3_ENDPOINT: 'ftp://u:pw@x' }, 'TASKDECK_S3_ENDPOINT is "ftp://***@x"'],
  [{ ...s3, TASKDECK_S3_ACCESS_KEY_ID: 'me' }, 'but TASKDECK_S3_SECRET_ACCESS_KEY is not'],
  [{ ...s3, TASKDECK_S3_PREFIX: '/a' }, 'TASKDECK_S3_PREFIX is "/a"'],
  [{ ...s3, TASKDECK_S3_PATH_STYLE: 'yes' }, 'TASKDECK_S3_PATH_STYLE is "yes"; allowed: true, false'],
  [{ ...azure, TASKDECK_AZURE_CONTAINER: 'a--b' }, 'TASKDECK_AZURE_CONTAINER is "a--b"'],
  [{ ...azure, TASKDECK_AZURE_CONNECTION_STRING: '' }, 'TASKDECK_AZURE_CONNECTION_STRING is not set'],
  [
    { ...azure, TASKDECK_AZURE_CONNECTION_STRING: 'hunter2' },
    'TASKDECK_AZURE_CONNECTION_STRING (a value of 7 characters) cannot be used',
  ],
])('%o stops the start with a sentence', (environment, sentence) => {
  expect(() => readBlobConfig(environment)).toThrow(ConfigError);
  expect(() => readBlobConfig(environment)).toThrow(sentence);
});

test('no secret is ever shown', () => {
  for (const environment of [
    { ...azure, TASKDECK_AZURE_CONNECTION_STRING: 'hunter2' },
    { ...s3, TASKDECK_S3_SECRET_ACCESS_KEY: 'hunter2' },
    { ...s3, TASKDECK_S3_ENDPOINT: 'http://me:hunter2@x' },
  ])
    expect(() => readBlobConfig(environment)).toThrow(/^(?!.*hunter2)/);
});
