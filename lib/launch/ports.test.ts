import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { reservePort } from '#database/testing';
import { requireFree } from './ports.ts';

test('a taken port is named with the way out', async () => {
  const port = await reservePort();
  await requireFree(port, '127.0.0.1', 'dashboard', 'PORT');
  const other = createServer().listen(port, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  await expect(requireFree(port, '127.0.0.1', 'dashboard', 'PORT')).rejects.toThrow(
    new RegExp(`Port ${port}, which the dashboard needs, is taken .*\\n.*\\n {2}PORT=\\d+ npm start`),
  );
  other.close();
});
