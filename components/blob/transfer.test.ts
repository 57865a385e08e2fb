import { describe, expect, it } from 'vitest';
import { type BlobInfo, type StateVersion, visibleLine } from '#contract';
import { blobsOf } from './blob-history.ts';
import { type BlobRules, planNewBlobs, possibleIds } from './new-blobs.model.ts';
import { isAmong, isVerified, percentOf, progressOf, remainingOf, type Transfer } from './transfer.ts';

const MiB = 1024 * 1024;

function transfer(by: Partial<Transfer>): Transfer {
  return {
    key: 'k',
    batch: 'b',
    storeName: 's',
    id: 'i',
    fileName: 'f',
    size: 100 * MiB,
    state: 'sending',
    readBytes: 0,
    sentBytes: 0,
    ...by,
  };
}

describe('an upload on the screen', () => {
  it('is at 100 % only when all of it is there', () => {
    expect(percentOf(999_999, 1_000_000)).toBe(99);
    expect(percentOf(0, 0)).toBe(100);
    expect(progressOf(transfer({ state: 'reading', readBytes: 25 * MiB, sentBytes: 50 * MiB }))).toBe(0.25);
    const paused = transfer({ state: 'paused', readBytes: 50 * MiB });
    expect(progressOf(paused), 'before it is sent').toBe(0.5);
    expect(progressOf({ ...paused, contentHash: 'aa' })).toBe(0);
  });

  it.each([
    [10 * MiB, '10 s'],
    [MiB, '2 min'],
    [0.02 * MiB, '1 h 23 min'],
  ])('at %i bytes per second %s are left', (bytesPerSecond, left) => {
    expect(remainingOf(transfer({ bytesPerSecond }))).toBe(left);
  });

  it('says nothing of what is left where nobody can tell', () => {
    expect(remainingOf(transfer({ bytesPerSecond: 0 }))).toBeUndefined();
    expect(remainingOf(transfer({ state: 'paused', bytesPerSecond: 5 }))).toBeUndefined();
  });

  it('is not left unfinished while it goes on, nor in the moment after it', () => {
    const upload = { uploadId: 'u1', storeName: 's', id: 'i' };
    expect(isAmong([transfer({})], upload)).toBe(true);
    expect(isAmong([transfer({ state: 'done', uploadId: 'u1' })], upload)).toBe(true);
    expect(isAmong([transfer({ state: 'done', uploadId: 'u0' })], upload), 'another one of the same entry').toBe(false);
    expect(isAmong([transfer({ state: 'failed', uploadId: 'u1' })], upload)).toBe(false);
    expect(isAmong([transfer({ id: 'other' })], upload)).toBe(false);
  });

  it('is verified by the hash of what was read, and by nothing less', () => {
    const result = { ...blob('1'), storeName: 's', id: 'i', entryEtag: '"1"', version: 1 };
    expect(isVerified({ contentHash: result.contentHash, result })).toBe(true);
    expect(isVerified({ contentHash: 'b'.repeat(64), result })).toBe(false);
    expect(isVerified({ result })).toBe(false);
  });
});

it('writes out what breaks a line or turns the direction of a name', () => {
  expect(visibleLine('a "b"\r\nc\u202egpj.exe ü☃')).toBe('a "b"\\u000d\\u000ac\\u202egpj.exe ü☃');
});

it('finds who brought each blob of an entry', () => {
  const versions = [
    version(5, '2', 'edit'),
    version(4, '2', 'Ada'),
    version(3, undefined, 'drop'),
    version(2, '1', 'Bo'),
  ];
  expect(blobsOf(versions).map((known) => [known.blob.versionId, known.version, known.by.name])).toEqual([
    ['2', 4, 'Ada'],
    ['1', 2, 'Bo'],
  ]);
});

describe('files that are dropped on a store', () => {
  const file = (name: string) => new File(['x'], name);

  it('become entries by prefix and name, and skip what is there unless told otherwise', () => {
    const targets = new Map([
      ['in/b.csv', { id: 'in/b.csv', hasBlob: true, blobEtag: '"9"' }],
      ['in/c.csv', { id: 'in/c.csv', hasBlob: false }],
      ['in/d.csv', { id: 'in/d.csv', hasBlob: true }],
    ]);
    const files = ['a.csv', 'b.csv', 'c.csv', 'd.csv', 'a.csv'].map(file);
    const isUnderWay = () => false;
    const fates = (replaces: boolean) =>
      planNewBlobs(files, 'in/', { targets, rules: {}, replaces, isUnderWay }).map(({ fate }) => fate);
    expect(fates(false)).toEqual(['create', 'skip', 'refuse', 'fill', 'twice']);
    expect(fates(true)[1]).toBe('replace');
    expect(planNewBlobs(files, 'in/', { targets, rules: {}, replaces: true, isUnderWay })[1]?.replaces).toBe('"9"');
  });

  it('are left out where the rules of the store refuse them', () => {
    const files = [new File(['four'], 'a'), new File(['three'], 'b')];
    const fates = (rules: BlobRules) =>
      planNewBlobs(files, '', { targets: new Map(), rules, replaces: false, isUnderWay: () => false }).map(
        ({ fate }) => fate,
      );
    expect(fates({ maximumBlobBytes: 4 })).toEqual(['create', 'tooLarge']);
    expect(fates({ acceptsBlobs: true, maximumBlobBytes: 5 })).toEqual(['create', 'create']);
    expect(fates({ acceptsBlobs: false })).toEqual(['refuse', 'refuse']);
  });

  it('have ids that the service takes', () => {
    const plan = (name: string, prefix = '') =>
      planNewBlobs([file(name)], prefix, {
        targets: new Map(),
        rules: {},
        replaces: false,
        isUnderWay: () => false,
      })[0];
    expect(plan('two\nlines')).toMatchObject({ id: 'two_lines', fate: 'create' });
    expect(plan('..')?.fate).toBe('invalid');
    expect(plan('x'.repeat(500), 'a/long/prefix/')?.fate).toBe('invalid');
    const files = ['a', 'a', '..', 'x'.repeat(500)].map(file);
    expect(possibleIds(files, ''), 'one that is none does not keep the others from being looked up').toEqual([
      'a',
      'x'.repeat(500),
    ]);
    expect(possibleIds(files, 'p'.repeat(512))).toEqual([]);
    const inFolder = { name: 'a.jpg', webkitRelativePath: 'photos/2024/a.jpg' };
    expect(possibleIds([inFolder], 'in/'), 'of a folder, its path').toEqual(['in/photos/2024/a.jpg']);
  });
});

function blob(versionId: string): BlobInfo {
  return {
    contentLength: 1,
    contentType: 'text/plain',
    contentHash: 'a'.repeat(64),
    etag: `"${versionId}"`,
    versionId,
    lastModifiedOn: '2026-11-21T10:00:00.000Z',
    metadata: {},
  };
}

function version(number: number, versionId: string | undefined, name: string): StateVersion {
  return {
    storeName: 's',
    id: 'i',
    version: number,
    etag: `"${number}"`,
    change: 'save',
    isCurrent: false,
    valueBytes: 4,
    contentType: 'application/json',
    hasBlob: true,
    ...(versionId === undefined ? {} : { blob: blob(versionId) }),
    tags: {},
    lastModifiedOn: '2026-11-21T10:00:00.000Z',
    lastModifiedBy: { kind: 'operator', id: name, name },
  };
}
