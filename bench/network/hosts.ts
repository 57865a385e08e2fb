import { type ChildProcess, execFile, type SpawnOptions, spawn } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const subnet = '10.77.0';

/** A machine of the test bed: a network namespace with one interface at the bed's switch. */
export type Host = {
  name: string;
  address: string;
  /** Starts a program on this machine. */
  spawn(command: string, args: readonly string[], options?: SpawnOptions): ChildProcess;
  /** Drops all packets of this machine in both directions, as a pulled cable does. */
  unplug(): Promise<void>;
  plug(): Promise<void>;
  /** Pulls the cable, then kills all programs: nobody is told that the machine is gone. */
  die(): Promise<void>;
};

/** Machines that are joined by one switch. */
export type Network = {
  addHost(name: string): Promise<Host>;
  /** Drops the packets between two machines. Connections stay open on both. */
  part(one: Host, other: Host): Promise<void>;
  join(one: Host, other: Host): Promise<void>;
  /** Kills all programs of the bed and removes its namespaces. */
  remove(): Promise<void>;
};

/** Why this machine cannot have network namespaces; `undefined` when it can. */
export async function whyNoNamespaces(): Promise<string | undefined> {
  if (process.platform !== 'linux') return 'network namespaces are part of Linux, and this is another system';
  if (process.getuid?.() !== 0) return 'network namespaces with PostgreSQL in them need root';
  const name = `taskdeck-${process.pid}-probe`;
  try {
    await ip('netns', 'add', name);
    await ip('-n', name, 'link', 'add', 'switch', 'type', 'bridge');
    await ip('-n', name, 'link', 'add', 'one', 'type', 'veth', 'peer', 'name', 'other');
    return undefined;
  } catch (error) {
    return `this machine refuses them: ${error instanceof Error ? error.message.trim() : error}`;
  } finally {
    await ip('netns', 'del', name).catch(() => {}); // it may not have been made
  }
}

/** Creates a network without hosts. Packets are only in namespaces of the bed, so nothing else of the machine is touched. */
export async function createNetwork(): Promise<Network> {
  const prefix = `taskdeck-${process.pid}`;
  const wire = `${prefix}-switch`;
  const hosts: string[] = [];
  await ip('netns', 'add', wire);
  await ip('-n', wire, 'link', 'add', 'switch', 'type', 'bridge');
  await ip('-n', wire, 'link', 'set', 'switch', 'up');

  const addHost = async (name: string): Promise<Host> => {
    const space = `${prefix}-${name}`;
    const address = `${subnet}.${11 + hosts.length}`;
    hosts.push(space);
    await ip('netns', 'add', space);
    await ip('-n', wire, 'link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space);
    await ip('-n', wire, 'link', 'set', name, 'master', 'switch', 'up');
    await ip('-n', space, 'link', 'set', 'lo', 'up');
    await ip('-n', space, 'addr', 'add', `${address}/24`, 'dev', 'eth0');
    await ip('-n', space, 'link', 'set', 'eth0', 'up');
    // The switch's end goes: the machine itself sees no carrier, but keeps its address and its connections.
    const unplug = () => ip('-n', wire, 'link', 'set', name, 'nomaster');
    return {
      name,
      address,
      spawn: (command, args, options = {}) => spawn('ip', ['netns', 'exec', space, command, ...args], options),
      unplug,
      plug: () => ip('-n', wire, 'link', 'set', name, 'master', 'switch'),
      async die() {
        await unplug();
        await killAll(space);
      },
    };
  };

  // A neighbour that has a hardware address that nobody has: packets leave and reach nobody.
  const lose = (from: Host, to: Host) =>
    ip(...neighbour(prefix, from, 'replace', to), 'lladdr', '02:00:00:00:00:ff', 'nud', 'permanent');
  const find = (from: Host, to: Host) => ip(...neighbour(prefix, from, 'del', to)).catch(() => {}); // was joined
  return {
    addHost,
    part: async (one, other) => void (await Promise.all([lose(one, other), lose(other, one)])),
    join: async (one, other) => void (await Promise.all([find(one, other), find(other, one)])),
    async remove() {
      for (const space of [...hosts, wire]) {
        await killAll(space).catch(() => {}); // the namespace may not have been made
        await ip('netns', 'del', space).catch(() => {});
      }
    },
  };
}

function neighbour(prefix: string, from: Host, action: string, to: Host): string[] {
  return ['-n', `${prefix}-${from.name}`, 'neigh', action, to.address, 'dev', 'eth0'];
}

async function killAll(space: string): Promise<void> {
  const { stdout } = await run('ip', ['netns', 'pids', space]);
  for (const pid of stdout.split('\n').filter((line) => line !== '')) {
    try {
      process.kill(Number(pid), 'SIGKILL');
    } catch {
      // it ended by itself
    }
  }
}

async function ip(...args: string[]): Promise<void> {
  await run('ip', args);
}
