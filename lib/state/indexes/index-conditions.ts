import { pointerOfCondition, type ValueCondition, type ValueOperand } from '#contract';
import type { Database, Fragment } from '#database';

/** An index that is ready, and the conditions of a search on its path. */
export type ConditionsOfIndex = { key: number; pointer: string; conditions: readonly ValueCondition[] };

/** Groups conditions by the indexes on their paths. Conditions that tell nothing from an index are left out. */
export function conditionsByIndex(
  indexes: readonly { key: number; pointer: string }[],
  conditions: readonly ValueCondition[],
): ConditionsOfIndex[] {
  return indexes.flatMap(({ key, pointer }) => {
    const served = conditions.filter(
      (condition) =>
        condition.operator !== '!=' && condition.operator !== 'holds' && pointerOfCondition(condition) === pointer,
    );
    return served.length === 0 ? [] : { key, pointer, conditions: served };
  });
}

/**
 * The condition that a row of `state_index_entry i` may be of an entry that meets the conditions: it holds for every such
 * entry, and for few others. Hidden values take part for callers who may see them.
 */
export function mayMeet(database: Database, { conditions }: ConditionsOfIndex, seesHidden: boolean): Fragment {
  const met = database`(true ${allOf(database, conditions)})`;
  return seesHidden ? database`(i.kind = 'hidden' or ${met})` : met;
}

/**
 * Selects the ids of the rows that may meet the conditions, up to `most` for each way to find them, or returns
 * `undefined` when the order of the index leads to none of them.
 */
export function candidatesOf(
  database: Database,
  { key, conditions }: ConditionsOfIndex,
  seesHidden: boolean,
  most?: number,
): Fragment | undefined {
  const leading = conditions.find(({ operator }) => operator === '=') ?? conditions.find(isComparison);
  if (leading === undefined) return undefined;
  const rest = allOf(
    database,
    conditions.filter((condition) => condition !== leading),
  );
  // The order lets PostgreSQL take the index of the column, whatever it expects of the condition.
  const first = (column: Fragment) =>
    most === undefined ? database`` : database`order by i.${column} ${database.unsafe(`limit ${most}`)}`;
  const branches = waysOf(database, leading).map(
    ({ column, met }) => database`(select i.id from state_index_entry i
      where i.index_key = ${key} and i.${column} is not null and ${met} ${rest} ${first(column)})`,
  );
  if (seesHidden)
    branches.push(database`(select i.id from state_index_entry i
      where i.index_key = ${key} and i.kind = 'hidden' ${first(database`id`)})`);
  const all = branches.reduce((earlier, branch) => database`${earlier} union all ${branch}`);
  // offset 0: an order of ids around it must not lead PostgreSQL along all rows of the index.
  return database`select c.id from (${all}) c offset 0`;
}

function isComparison({ operator }: ValueCondition): boolean {
  return operator.startsWith('<') || operator.startsWith('>');
}

function allOf(database: Database, conditions: readonly ValueCondition[]): Fragment {
  return conditions.reduce(
    (earlier, condition) => database`${earlier} and ${mayMeetOne(database, condition)}`,
    database``,
  );
}

/** What a condition asks of a row `i`. */
function mayMeetOne(database: Database, condition: ValueCondition): Fragment {
  if (condition.operator === 'exists') return database`i.kind not in ('missing', 'unreadable', 'hidden')`;
  if (condition.operator === 'missing') return database`i.kind = 'missing'`;
  const ways = waysOf(database, condition);
  return database`(${ways.map(({ met }) => met).reduce((earlier, met) => database`${earlier} or ${met}`)})`;
}

/** The columns in which values are found that meet a condition, and how. */
function waysOf(database: Database, { operator, operands }: ValueCondition): { column: Fragment; met: Fragment }[] {
  const number = database`number`;
  const content = database`content`;
  if (operator === '=') {
    const numbers = operands.filter(isNumber).map(({ text }) => text);
    const texts = operands.filter((operand) => !isNumber(operand)).map(({ text }) => text);
    return [
      ...(numbers.length > 0 ? [{ column: number, met: database`i.number = any(${numbers}::numeric[])` }] : []),
      ...(texts.length > 0
        ? [
            {
              column: content,
              met: database`i.content = any(array(select indexed_text(t) from unnest(${texts}::text[]) t))`,
            },
          ]
        : []),
    ];
  }
  const [operand] = operands;
  const text = operand?.text ?? '';
  // A text is cut off in an index, so that one beyond a bound can look equal to it.
  const isBelow = operator.startsWith('<');
  if (operand?.kind !== 'number')
    return [
      { column: content, met: database`i.content ${isBelow ? database`<=` : database`>=`} indexed_text(${text})` },
    ];
  const than = { '<': database`<`, '<=': database`<=`, '>': database`>`, '>=': database`>=` }[
    operator as '<' | '<=' | '>' | '>='
  ];
  return [{ column: number, met: database`i.number ${than} ${text}::numeric` }];
}

function isNumber({ kind }: ValueOperand): boolean {
  return kind === 'number';
}
