import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bulkOperationKind } from './bulk-operation-kind.ts';
import { bulkOperationCopyOf, errorGroupCopyOf, runCopyOf } from './copies.factory.ts';
import { type Copy, readCopyData, writeCopyData } from './copy.ts';
import { copyDocument } from './copy-document.ts';
import type { CopyKind } from './copy-kind.ts';
import { errorGroupKind } from './error-group-kind.ts';
import { html } from './html.ts';
import { runKind } from './run-kind.ts';
import { summarizeCopy } from './serve-copy.ts';

const evil = '</script><script>alert(1)</script><img src=x onerror="alert(1)">\'"&';

function kindWith<Kind extends Copy>(kind: CopyKind<Kind>, copyOf: (text: string) => Kind) {
  return { copyOf, pageOf: (text: string) => copyDocument(kind, copyOf(text)) };
}

const kinds = {
  'a run': kindWith(runKind, runCopyOf),
  'an error group': kindWith(errorGroupKind, errorGroupCopyOf),
  'a bulk operation': kindWith(bulkOperationKind, bulkOperationCopyOf),
};

/** The tags of a page, outside of its data. */
function tagsOf(page: string): string[] {
  return [...page.replace(/<script type="application\/json"[\s\S]*?<\/script>/, '').matchAll(/<\/?[a-z!][^>]*>/gi)]
    .map(([tag]) => tag)
    .filter(
      (tag) =>
        !/^<(?:!doctype|\/?(?:html|head|meta|title|style|body|h\d|p|div|table|thead|tbody|tr|th|td|pre|br|details|summary|span|b)\b)/.test(
          tag,
        ),
    );
}

describe.each(Object.entries(kinds))('%s', (_, { copyOf, pageOf }) => {
  test('no text of it becomes an element, an attribute or the end of the data', () => {
    const page = pageOf(evil);
    expect(tagsOf(page)).toEqual([]);
    expect(page.split('</script>')).toHaveLength(2);
    expect(page).toContain(`<meta http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;; style-src`);
    expect(page.indexOf('Content-Security-Policy')).toBeLessThan(page.indexOf('alert(1)'));
  });

  test('another Taskdeck reads what was written, whatever the texts, with exact numbers', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const copy = copyOf(text.toWellFormed());
        expect(readCopyData(pageOf(text.toWellFormed()))).toEqual({ copy });
      }),
      { examples: [[evil], ['$& $1 <!--']] },
    );
  });

  test('its page names the lists that are not whole', () => {
    expect(pageOf('a')).toMatch(/Only the first (logs|tasks|results) are in it\./);
  });
});

test('the page of an error group says how often, what was in common, what worked, and who did what', () => {
  const page = kinds['an error group'].pageOf('a');
  for (const text of [
    '1,000+',
    '100 % (3)',
    '8 of 9 succeeded, 1 failed again',
    'Update error group',
    'Resolved in version',
  ])
    expect(page).toContain(text);
});

test('the page of a bulk operation says what it acts on, its limits, and why tasks failed', () => {
  const page = kinds['a bulk operation'].pageOf('a');
  for (const text of ['Rerun 600 tasks: stopped', 'tasks with text a; status failed', 'Stages: 1, 10, then the rest'])
    expect(page).toContain(text);
  expect(page).toContain('<tr><td>10</td><td>failed</td><td>a</td><td>a</td><td>order-1</td></tr>');
});

test('says how many values are hidden, wherever they are', () => {
  const copy = runCopyOf('a');
  const hidden = { $redacted: true };
  const [step] = copy.steps;
  if (step === undefined) throw new Error('the copy has a step');
  const summary = summarizeCopy(runKind, {
    ...copy,
    run: { ...copy.run, input: { card: hidden, cards: [hidden, 1] } },
    steps: [{ ...step, output: hidden }],
  });
  expect(summary).toMatchObject({ hiddenValues: 3, cut: ['logs'], leftOut: [] });
  const group = errorGroupCopyOf('a');
  const seen = { ...group, group: { ...group.group, error: { name: 'Error', message: '[redacted]' } } };
  expect(summarizeCopy(errorGroupKind, seen).hiddenValues).toBe(1);
  expect(summary.contents.find(({ name }) => name === 'steps')).toMatchObject({ count: 1 });
});

test('says why a file cannot be opened', () => {
  expect(readCopyData('<html></html>')).toEqual({
    problem: 'This file is not a copy: it has no data of Taskdeck.',
  });
  const page = kinds['a run'].pageOf('a');
  const refusal = (file: string) => {
    const read = readCopyData(file);
    return 'problem' in read ? read.problem : undefined;
  };
  expect(refusal(page.replace('"version":1', '"version":2'))).toMatch(/cannot be read: version /);
  expect(refusal(page.replace('{"format"', '{format'))).toMatch(/cannot be read/);
  expect(refusal(page.replace('"taskdeck.run"', '"taskdeck.store"'))).toMatch(/cannot be read: format /);
});

test('every value in HTML is escaped, and nothing becomes the word undefined', () => {
  expect(html`<a title="${'"<'}">${undefined}${[1, html`<b>${'&'}</b>`]}</a>`.text).toBe(
    '<a title="&#34;&#60;">1<b>&#38;</b></a>',
  );
});

describe('a file that is not a copy is refused with the reason', () => {
  const run = runCopyOf('x');
  const logsOf = (count: number) =>
    Array.from({ length: count }, () => run.logs)
      .flat()
      .slice(0, count);

  test('lists that are longer than those of a copy', () => {
    expect(readCopyData(writeCopyData({ ...run, logs: logsOf(5_000) }))).toHaveProperty('copy');
    expect(readCopyData(writeCopyData({ ...run, logs: logsOf(5_001) }))).toEqual({
      problem: expect.stringMatching(/cannot be read: logs .*5000/),
    });
  });

  test('lists in its records that are longer than the service makes them', () => {
    const group = errorGroupCopyOf('x');
    const counted = (counts: number[]) =>
      readCopyData(
        writeCopyData({ ...group, group: { ...group.group, occurrences: { ...group.group.occurrences, counts } } }),
      );
    expect(counted(Array.from({ length: 1_000 }, () => 1))).toHaveProperty('copy');
    expect(counted(Array.from({ length: 1_001 }, () => 1))).toEqual({
      problem: 'The data of this file cannot be read: counts has 1001 items, and at most 1000 are possible.',
    });
    const many = Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [`tag-${index}`, 'x']));
    expect(readCopyData(writeCopyData({ ...run, task: { ...run.task, tags: many } }))).toEqual({
      problem: expect.stringContaining('tags has 1001 items'),
    });
    const [step] = run.steps;
    if (step === undefined) throw new Error('the copy has a step');
    const attempts = Array.from({ length: 10_001 }, (_, index) => ({ attempt: index + 1, startedOn: run.madeOn }));
    expect(readCopyData(writeCopyData({ ...run, steps: [{ ...step, attempts }] }))).toEqual({
      problem: expect.stringContaining('attempts has 10001 items'),
    });
    const long = Array.from({ length: 50_000 }, (_, index) => index);
    expect(readCopyData(writeCopyData({ ...run, run: { ...run.run, input: long } }))).toHaveProperty('copy');
  });

  test('values that are nested too deeply, and what is not JSON', () => {
    const deep = writeCopyData(run).replace('"run":{', `"run":{"input":${'['.repeat(200_000)}${']'.repeat(200_000)},`);
    const problem = 'The data of this file cannot be read: it is not JSON, or is nested too deeply.';
    expect(readCopyData(deep)).toEqual({ problem });
    expect(readCopyData(writeCopyData(run).replace('{', ''))).toEqual({ problem });
  });
});
