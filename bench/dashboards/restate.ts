import { type Context, service, TerminalError } from '@restatedev/restate-sdk';
import { inFlight } from '../subjects/measure.ts';
import { startRestate } from '../subjects/restate-server.ts';
import type { DashboardSubject } from './dashboard.ts';

const bench = service({
  name: 'bench',
  handlers: {
    charge: async (context: Context, n: number) => {
      await context.run('charge the card', async () => n);
      if (n % 50 === 1) throw new TerminalError('the connection had a timeout');
    },
  },
});

/** The UI of restate-server, over invocations of which one in fifty failed. */
export const restate: DashboardSubject = {
  name: 'Restate',
  most: 5_000,
  async start(_databaseUrl, total) {
    const { ingress, admin, stop } = await startRestate([bench]);
    let failedId = '';
    await inFlight(total, 100, async (n) => {
      const answer = await fetch(`${ingress}/bench/charge`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(n),
      });
      failedId ||= answer.ok ? '' : (answer.headers.get('x-restate-id') ?? '');
      await answer.arrayBuffer();
    });
    return {
      pages: {
        list: {
          url: `${admin}/ui/invocations?sort_field=created_at&sort_order=DESC`, // else it shows none that have ended
          selector: '[role=row], tr',
          text: 'charge',
        },
        detail: { url: `${admin}/ui/invocations/${failedId}`, selector: 'body', text: 'the connection had a timeout' },
      },
      stop: async () => stop(),
    };
  },
};
