import type { TaskConfig } from '#contract';

const minute = 60_000;
const day = 24 * 60 * minute;

/** Host and port of the sample request, for `TASKDECK_HTTP_ALLOW`. Nothing listens there. */
export const sampleHttpAllow = '127.0.0.1:59999';

/** Tasks that together show the features of Taskdeck. Their times are relative to `now`. */
export function sampleTasks(now: Date): TaskConfig[] {
  const later = (milliseconds: number) => new Date(now.getTime() + milliseconds).toISOString();
  const tags = { sample: 'true' };
  return [
    {
      type: 'sample.order.fulfil',
      name: 'Order 1042: waits for an approval',
      description: 'Charges the card, then waits for the event "approval". Raise it with { "approved": true }.',
      input: {
        orderId: '1042',
        customer: 'Ada Lovelace',
        amount: 1_249.9,
        currency: 'EUR',
        card: { holder: 'Ada Lovelace', number: '4111 1111 1111 1111' },
        items: [
          { sku: 'CHAIR-OAK', quantity: 4 },
          { sku: 'TABLE-OAK', quantity: 1 },
        ],
      },
      tags: { ...tags, team: 'shop', region: 'eu' },
      sensitive: ['/input/card/number'],
    },
    {
      type: 'sample.order.fulfil',
      name: 'Order 1043: below the limit, goes straight through',
      input: {
        orderId: '1043',
        customer: 'Grace Hopper',
        amount: 49.5,
        currency: 'EUR',
        card: { holder: 'Grace Hopper', number: '5500 0000 0000 0004' },
        items: [{ sku: 'LAMP-BRASS', quantity: 1 }],
      },
      tags: { ...tags, team: 'shop', region: 'us' },
      priority: 10,
    },
    {
      type: 'sample.catalog.import',
      name: 'Import the autumn catalogue',
      description: 'Reads three suppliers in parallel; one of them fails twice before it answers.',
      input: { season: 'autumn', suppliers: ['Nordwood', 'Flaky & Sons', 'Lumina'] },
      tags: { ...tags, team: 'catalogue' },
      retry: { maximumAttempts: 4, initialIntervalInMs: 2_000, backoffCoefficient: 2, maximumIntervalInMs: minute },
    },
    {
      type: 'sample.payout.send',
      name: 'Payouts of last week: fails at the bank',
      description:
        'The last step fails because of one account number. Rerun it with DE89 3704 0044 0532 0130 00 there.',
      input: {
        batch: '2026-W46',
        payouts: [
          { recipient: 'Nordwood GmbH', iban: 'DE75512108001245126199', amount: 8_120.4 },
          { recipient: 'Lumina SARL', iban: 'FR1420041010050500013M02606', amount: 2_310 },
          { recipient: 'Sägewerk Huber', iban: 'DE89370400440532013001', amount: 990.75 },
        ],
      },
      tags: { ...tags, team: 'finance' },
    },
    {
      type: 'sample.report.sales',
      name: 'Sales report, every five minutes',
      input: { shop: 'eu', periodInMinutes: 5 },
      schedule: { cron: '*/5 * * * *', timeZone: 'Europe/Berlin' },
      retention: { maximumRuns: 100 },
      tags: { ...tags, team: 'finance' },
    },
    {
      type: 'sample.report.sales',
      name: 'Sales report of the month, tomorrow',
      input: { shop: 'us', periodInMinutes: 43_200 },
      startOn: later(day),
      tags: { ...tags, team: 'finance' },
    },
    {
      type: 'sample.video.transcode',
      name: 'Transcode the product film',
      description: 'Creates a child for each part and waits for all of them.',
      input: { file: 'product-film.mov', durationInSeconds: 95, partInSeconds: 30 },
      tags: { ...tags, team: 'media' },
    },
    {
      type: 'sample.sensor.replay',
      name: 'Replay 5 000 sensor readings',
      description: 'Writes thousands of log lines of every level.',
      input: { site: 'Harbour 7', readings: 5_000 },
      tags: { ...tags, team: 'operations' },
      priority: -10,
    },
    {
      type: 'sample.dataset.export',
      name: 'Export 4 000 customers',
      description: 'Its output is larger than 256 KiB.',
      input: { table: 'customers', rows: 4_000 },
      tags: { ...tags, team: 'data' },
    },
    {
      type: 'sample.catalog.import',
      name: 'Import for the archive: no worker serves its queue',
      input: { season: 'winter 1998', suppliers: ['Nordwood'] },
      queue: 'archive',
      tags: { ...tags, team: 'catalogue' },
    },
    ...['Berlin', 'Hamburg'].map((city) => ({
      type: 'sample.stock.count',
      name: `Count the stock in ${city}`,
      description: 'Two of these share a scanner (concurrency key): one waits for the other.',
      input: { warehouse: city, shelves: 12 },
      concurrencyKey: 'handheld-scanner-3',
      concurrencyLimit: 1,
      tags: { ...tags, team: 'operations' },
    })),
    {
      type: 'sample.stock.watch',
      name: 'Watch the shelves of Berlin, every minute',
      description: 'Writes to the store "sample.stock" every three seconds: edit an entry there and meet the conflict.',
      input: { warehouse: 'berlin', articles: ['CHAIR-OAK', 'LAMP-BRASS'], rounds: 15 },
      schedule: { cron: '* * * * *', timeZone: 'Europe/Berlin' },
      retention: { maximumRuns: 20 },
      tags: { ...tags, team: 'operations' },
    },
    {
      type: 'http.request',
      name: 'Ask this machine for a page that is not there',
      description:
        'The built-in type: one HTTP request, no code. Nothing listens on this port, so it retries and fails.',
      input: { method: 'GET', url: `http://${sampleHttpAllow}/status`, timeoutInMs: 5_000 },
      retry: { maximumAttempts: 3, initialIntervalInMs: 1_000, backoffCoefficient: 2, maximumIntervalInMs: minute },
      tags: { ...tags, team: 'operations' },
    },
    {
      type: 'workflow',
      name: 'A reminder without code',
      description: 'The built-in workflow: logs, sleeps, and waits for the event "done" for ten minutes.',
      input: {
        steps: [
          { name: 'begin', log: { message: 'Remember the fire drill.' } },
          { name: 'a while', sleep: { durationInMs: 20_000 } },
          { name: 'answer', waitForEvent: { name: 'done', timeoutInMs: 10 * minute } },
          { name: 'end', log: { message: 'Done', fields: { by: { $result: 'answer', at: '/by' } } } },
        ],
      },
      tags: { ...tags, team: 'operations' },
    },
  ];
}
