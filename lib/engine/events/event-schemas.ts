import type { Database } from '#database';
import { type JsonSchema, jsonSchema } from '#schema';

/** The events that task types declare: by the name of an event and by the type, the schema of its data. */
export type DeclaredEvents = ReadonlyMap<string, ReadonlyMap<string, JsonSchema>>;

/** How long they are used after they were read. A new version of a type applies at most this late. */
const freshForMs = 1_000;

type Row = { type: string; name: string; schema: string };

/** Keeps what types declare of their events in memory, so that a raise rarely reads it and a schema is compiled only once. */
export class EventSchemas {
  readonly #database: Database;
  #readAt = Number.NEGATIVE_INFINITY;
  #declared: Promise<DeclaredEvents> = Promise.resolve(new Map());
  #known: ReadonlyMap<string, JsonSchema> = new Map();

  constructor(database: Database) {
    this.#database = database;
  }

  /** The one of this process for a database. */
  static of(database: Database): EventSchemas {
    const known = ofDatabases.get(database) ?? new EventSchemas(database);
    ofDatabases.set(database, known);
    return known;
  }

  /** Returns what the types declare now, or declared a second ago. */
  declared(): Promise<DeclaredEvents> {
    if (performance.now() - this.#readAt > freshForMs) {
      this.#readAt = performance.now();
      this.#declared = this.#read();
      this.#declared.catch(() => {
        this.#readAt = Number.NEGATIVE_INFINITY;
      });
    }
    return this.#declared;
  }

  async #read(): Promise<DeclaredEvents> {
    const rows = await this.#database<Row[]>`
      select tt.type, e.key as name, e.value as schema from task_type tt cross join lateral json_each(tt.events) e`;
    const known = new Map<string, JsonSchema>();
    const byName = new Map<string, Map<string, JsonSchema>>();
    for (const { type, name, schema: text } of rows) {
      const schema = known.get(text) ?? this.#known.get(text) ?? jsonSchema(text);
      known.set(text, schema);
      const byType = byName.get(name) ?? new Map<string, JsonSchema>();
      byName.set(name, byType.set(type, schema));
    }
    this.#known = known;
    return byName;
  }
}

const ofDatabases = new WeakMap<Database, EventSchemas>();
