import { vi } from 'vitest';

type Answer = object | { status: number; body: object };

/** A browser tab in memory: its session storage, and the dashboard's answers about State by the last part of a path. */
export class MemoryTab {
  readonly kept = new Map<string, string>();
  readonly answers = new Map<string, Answer>();
  readonly asked: string[] = [];
  /** Characters that the session storage has room for. */
  room = Number.POSITIVE_INFINITY;

  constructor() {
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => this.kept.get(key) ?? null,
      setItem: (key: string, text: string) => {
        if (text.length > this.room) throw new DOMException('full', 'QuotaExceededError');
        this.kept.set(key, text);
      },
      removeItem: (key: string) => void this.kept.delete(key),
    });
    vi.stubGlobal('fetch', async (address: string) => {
      this.asked.push(address);
      const name = new URL(address, 'http://dashboard').pathname.split('/').at(-1) ?? '';
      const answer = this.answers.get(name);
      if (answer === undefined) throw new TypeError(`nothing answers ${address}`);
      if ('status' in answer && 'body' in answer) {
        return new Response(JSON.stringify(answer.body), { status: Number(answer.status) });
      }
      return Response.json(answer);
    });
  }
}
