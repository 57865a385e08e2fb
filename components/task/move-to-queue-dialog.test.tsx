// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { draw } from '@/components/testing/draw.ts';
import { MoveToQueueDialog } from './move-to-queue-dialog.tsx';

type Served = { type: string; queues: readonly string[] };

const dialog = (served?: Served) => (
  <MoveToQueueDialog
    subject="46 tasks"
    from="gpu"
    served={served}
    queues={['default', 'gpu', 'night']}
    onMove={async () => undefined}
    onClose={() => {}}
  />
);
const input = () => document.querySelector<HTMLInputElement>('[role="dialog"] input');
const words = () => document.querySelector('[role="dialog"] form')?.textContent;
const offered = () => [...document.querySelectorAll('datalist option')].map((option) => option.getAttribute('value'));

it('fills in a queue that a worker serves, and not the first that exists', async () => {
  const { redraw } = await draw(dialog());
  expect(input()?.value, 'it is not known yet').toBe('');
  await redraw(dialog({ type: 'video.transcode', queues: ['gpu', 'night'] }));
  expect(input()?.value).toBe('night');
  expect(words()).toContain('Live workers take video.transcode from “gpu”, “night”.');
  expect(offered()).toEqual(['night', 'default']);
});

it('fills in nothing where the tasks would wait in any queue', async () => {
  await draw(dialog({ type: 'video.transcode', queues: [] }));
  expect(input()?.value).toBe('');
  expect(words()).toContain('No live worker has the type video.transcode.');
  expect(offered()).toEqual(['default', 'night']);
});
