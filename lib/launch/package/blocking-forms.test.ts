import { expect, test } from 'vitest';
import { withBlockingForms, withoutMappedForms } from './blocking-forms.ts';

const declared = (...lines: string[]) => ['export declare class Operations {', ...lines, '}', ''].join('\n');

test.each([
  ['getTaskAsync(id: string): Promise<Task>;', 'getTask(id: string): Task;'],
  [
    'deleteAsync(id: string, options?: { force?: boolean; }): Promise<void>;',
    'delete(id: string, options?: { force?: boolean; }): void;',
  ],
  ['listAsync(): Pageable<Task>;', 'list(): SyncPageable<Task, Page<Task>>;'],
  ['listAsync(): Pageable<Task, Extra>;', 'list(): SyncPageable<Task, Page<Task, Extra>>;'],
  [
    'watchAsync(on: (a: A) => void): AsyncIterableIterator<Message>;',
    'watch(on: (a: A) => void): IterableIterator<Message>;',
  ],
  ['openAsync(): Promise<BlobDownload>;', 'open(): SyncResult<Promise<BlobDownload>>;'],
])('%s is declared as %s too, with its comment', (asynchronous, blocking) => {
  const comment = '    /** Does it. */';
  const before = declared('    /** Another. */', '    readonly a: string;', comment, `    ${asynchronous}`);
  const after = declared(
    '    /** Another. */',
    '    readonly a: string;',
    comment,
    `    ${blocking}`,
    comment,
    `    ${asynchronous}`,
  );
  const types = "import type { Page, SyncPageable, SyncResult } from './index.js';\n";
  expect(withBlockingForms(before, './index.js')).toBe(types + after);
  const imported = "import type { Page } from './pageable.js';\n";
  expect(withBlockingForms(imported + before, './index.js')).toBe(types.replace('Page, ', '') + imported + after);
});

test('a typed form is not declared again, and the mapped type is left out', () => {
  const typed = declared('    getAsAsync<T>(id: string): Promise<T>;', '    get value(): string;');
  expect(withBlockingForms(typed, './index.js')).toBe(typed);
  expect(withoutMappedForms('declare const A_base: new () => A & import("./index.js").SyncForms<A>;')).toBe(
    'declare const A_base: new () => A;',
  );
});
