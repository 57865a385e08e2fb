/** One value of a filter, as it stands in the address, and how much of the history it matches by itself. */
type Choice = { member: string; query: string };

/** A list to measure: one or several filters, and an order. */
export type Combination = { query: string };

const orders = ['createdOn desc', 'createdOn asc', 'endedOn desc', 'endedOn asc', 'id desc', 'id asc'];

/** The filters of the list with values that match many tasks, some, few and none of what `fillHistory` writes. */
function choices(total: number): Choice[] {
  const ago = (share: number) => encodeURIComponent(new Date(Date.now() - share * 700 * 86_400_000).toISOString());
  const times = ['createdAfter', 'createdBefore', 'endedAfter', 'endedBefore', 'runEndedAfter', 'runEndedBefore'];
  const values: Record<string, string[]> = {
    status: ['succeeded', 'failed', 'timedOut', 'waiting', 'queued', 'retrying', 'failed&status=timedOut'],
    type: ['type-00', 'type-03', 'type-12', 'type-19', 'rare.type-7', 'rare.*', 'type-1*', 'nothing'],
    queue: ['queue-0', 'queue-5', 'queue-*', 'nothing'],
    tag: ['region%3Deu', 'release%3Dv7', 'customer%3D42', 'customer%3D42&tag=region%3Dus', 'no%3Dtag'],
    search: ['timeout', 'Tanaka', `task-${Math.round(total / 3)}`, 'cause%20299%3A', 'nowhere%20to%20be%20found'],
    parent: [`task-${Math.round(total / 2)}`, 'nothing'],
    schedule: ['true', 'false'],
    error: ['f0', 'f299', 'none'],
    waitingFor: ['event', 'lock', 'sleep'],
    heldBy: ['approval', 'stock', 'nothing'],
    minimumRunTimeInMs: ['1', '60000', '10000000'],
    maximumQueueWaitInMs: ['1', '500'],
    input: [`%2Forder%3D${Math.round(total / 2)}`, '%2Famount%3D7', '%2Fnone%3D1'],
    ...Object.fromEntries(times.map((name) => [name, [ago(0.001), ago(0.5), ago(0.999)]])),
  };
  return Object.entries(values).flatMap(([member, all]) =>
    all.map((value) => ({ member, query: `${member}=${value}` })),
  );
}

/** Every filter alone in every order. */
export function singles(total: number): Combination[] {
  return [{ query: '' }, ...choices(total)].flatMap(({ query }) => orders.map((order) => inOrder([query], order)));
}

/** `count` random pairs and triples of different filters in a random order. `random` gives numbers from 0 to 1. */
export function randomCombinations(total: number, count: number, random: () => number): Combination[] {
  const all = choices(total);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  return Array.from({ length: count }, () => {
    const chosen = new Map<string, string>();
    const filters = random() < 0.8 ? 2 : 3;
    while (chosen.size < filters) {
      const { member, query } = pick(all);
      if (!chosen.has(member)) chosen.set(member, query);
    }
    return inOrder([...chosen.values()], pick(orders));
  });
}

function inOrder(filters: readonly string[], order: string): Combination {
  return { query: [...filters, `orderBy=${encodeURIComponent(order)}`].filter((part) => part !== '').join('&') };
}
