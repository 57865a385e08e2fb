import fc from 'fast-check';
import { expect, test } from 'vitest';
import { html } from './html.ts';
import { type RunCopy, readCopyData } from './run-copy.ts';
import { runDocument } from './run-document.ts';

const on = '2026-11-21T10:00:00.000Z';
const evil = '</script><script>alert(1)</script><img src=x onerror="alert(1)">\'"&';

function copyOf(text: string): RunCopy {
  return {
    format: 'taskdeck.run',
    version: 1,
    madeOn: on,
    madeBy: 'ada@example.org',
    task: {
      ...{ id: 'order-1', type: 'order', name: text, tags: { a: text }, queue: 'default', priority: 0 },
      ...{ status: 'failed', runCount: 1, attempt: 1, etag: '"1"', createdOn: on, createdBy: text },
      ...{ lastModifiedOn: on, lastModifiedBy: text },
    },
    run: {
      ...{ taskId: 'order-1', runCount: 1, isCurrent: true, trigger: 'create', triggeredBy: text, status: 'failed' },
      ...{ attempt: 1, queuedOn: on, startedOn: on, endedOn: '2026-11-21T10:00:10.000Z', worker: text },
      error: { name: 'Error', message: text, stack: text, fingerprint: 'f' },
      input: { text, exact: 9007199254740993n },
      stepCounts: { total: 1, succeeded: 0, failed: 1, active: 0 },
    },
    steps: [
      {
        ...{
          taskId: 'order-1',
          runCount: 1,
          sequence: 0,
          name: text,
          kind: 'step',
          status: 'failed',

          startedOn: on,
        },
        attempts: [],
        endedOn: '2026-11-21T10:00:05.000Z',
        output: text,
        error: { name: 'Error', message: text, fingerprint: 'f' },
      },
    ],
    events: [
      { id: '1', taskId: 'order-1', name: text, data: { value: text }, raisedOn: on, raisedBy: text, runCount: 1 },
    ],
    logs: [{ id: '1', taskId: 'order-1', runCount: 1, attempt: 1, level: 'info', message: text, loggedOn: on }],
    leftOut: [],
    isCut: { steps: false, events: false, logs: true },
  };
}

/** The tags of a page, outside of its data. */
function tagsOf(page: string): string[] {
  return [...page.replace(/<script type="application\/json"[\s\S]*?<\/script>/, '').matchAll(/<\/?[a-z!][^>]*>/gi)]
    .map(([tag]) => tag)
    .filter(
      (tag) =>
        !/^<(?:!doctype|\/?(?:html|head|meta|title|style|body|h\d|p|table|thead|tbody|tr|th|td|pre|br|details|summary|span|b)\b)/.test(
          tag,
        ),
    );
}

test('no text of a run becomes an element, an attribute or the end of the data', () => {
  const page = runDocument(copyOf(evil));
  expect(tagsOf(page)).toEqual([]);
  expect(page.split('</script>')).toHaveLength(2);
  expect(page).toContain(`<meta http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;; style-src`);
  expect(page.indexOf('Content-Security-Policy')).toBeLessThan(page.indexOf('alert(1)'));
});

test('another Taskdeck reads what was written, whatever the texts, with exact numbers', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const copy = copyOf(text.toWellFormed());
      expect(readCopyData(runDocument(copy))).toEqual({ copy });
    }),
    { examples: [[evil], ['$& $1 <!--']] },
  );
});

test('says why a file cannot be opened', () => {
  expect(readCopyData('<html></html>')).toEqual({
    problem: 'This file is no copy of a run: it has no data of Taskdeck.',
  });
  const page = runDocument(copyOf('a'));
  const refusal = (file: string) => {
    const read = readCopyData(file);
    return 'problem' in read ? read.problem : undefined;
  };
  expect(refusal(page.replace('"version":1', '"version":2'))).toMatch(/cannot be read: version /);
  expect(refusal(page.replace('{"format"', '{format'))).toMatch(/cannot be read/);
});

test('every value in HTML is escaped, and nothing becomes the word undefined', () => {
  expect(html`<a title="${'"<'}">${undefined}${[1, html`<b>${'&'}</b>`]}</a>`.text).toBe(
    '<a title="&#34;&#60;">1<b>&#38;</b></a>',
  );
});
