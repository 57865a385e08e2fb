import {
  arrayPointerOf,
  pointerOfCondition,
  tokenOfHeld,
  type ValueCondition,
  type ValueOperand,
  type ValueOperator,
} from '#contract';
import type { Database, Fragment } from '#database';

/**
 * The condition that the value of `state_entry e` meets all of these. Unless the caller may see hidden values, a path
 * below a sensitive pointer of the entry or of its store meets none, whatever it asks.
 */
export function meetsConditions(
  database: Database,
  conditions: readonly ValueCondition[],
  { store, seesHidden }: { store: Fragment; seesHidden: boolean },
): Fragment {
  const parts = conditions.map((condition) => {
    const { operator, operands } = condition;
    if (operator === 'holds') return holds(database, condition, { store, seesHidden });
    const met = database`(
      select p.is_readable and ${isMet(database, operator, operands)} from state_scalar(e.value, ${condition.path}::text[]) p)`;
    return seesHidden
      ? database`and ${met}`
      : database`and case when ${isHidden(database, condition, store)} then false else ${met} end`;
  });
  return database`${parts}`;
}

/** A part of the value at the path is the text. A hidden value takes no part: it could be the one that is looked for. */
function holds(
  database: Database,
  condition: ValueCondition,
  { store, seesHidden }: { store: Fragment; seesHidden: boolean },
): Fragment {
  const sought = condition.operands[0]?.text ?? '';
  const met = database`strpos(e.value::text, ${tokenOfHeld(sought)}) > 0
    and json_holds(e.value, ${condition.path}::text[], ${sought})`;
  const hidden = database`exists (
    select from unnest(${marksOf(database, store)}) as marked (pointer)
    where starts_with(marked.pointer || '/', ${`${pointerOfCondition(condition)}/`}))`;
  return seesHidden
    ? database`and ${met}`
    : database`and case when ${isHidden(database, condition, store)} or ${hidden} then false else ${met} end`;
}

/** The sensitive pointers of an entry. */
function marksOf(database: Database, store: Fragment): Fragment {
  return database`coalesce(e.sensitive, '{}') || coalesce((select s.sensitive from ${store}), '{}')`;
}

/**
 * Whether a sensitive pointer covers the path. A pointer can name an element of an array in several ways (`1`, `01`), so
 * a path with an index is also covered by every pointer into the same array.
 */
function isHidden(database: Database, condition: ValueCondition, store: Fragment): Fragment {
  const pointer = pointerOfCondition(condition);
  const array = arrayPointerOf(condition.path);
  return database`exists (
    select from unnest(${marksOf(database, store)}) as marked (pointer)
    where marked.pointer = ${pointer} or starts_with(${pointer}, marked.pointer || '/')
      ${array === undefined ? database`` : database`or starts_with(marked.pointer || '/', ${`${array}/`})`})`;
}

/** Whether the scalar `p` meets a condition. */
function isMet(
  database: Database,
  operator: Exclude<ValueOperator, 'holds'>,
  operands: readonly ValueOperand[],
): Fragment {
  switch (operator) {
    case 'exists':
      return database`p.kind is not null`;
    case 'missing':
      return database`p.kind is null`;
    case '=':
      return database`(${equalsAny(database, operands)}) is true`;
    case '!=':
      return database`(${equalsAny(database, operands)}) is not true`;
    default:
      return database`(${compares(database, operator, operands[0])}) is true`;
  }
}

function equalsAny(database: Database, operands: readonly ValueOperand[]): Fragment {
  const of = (kind: ValueOperand['kind']) => operands.filter((one) => one.kind === kind).map(({ text }) => text);
  return database`p.kind = 'string' and p.content = any(${of('string')}::text[])
    or p.kind = 'number' and state_number(p.content) = any(${of('number')}::numeric[])
    or p.kind = 'boolean' and p.content = any(${of('boolean')}::text[])
    or p.kind = 'null' and ${of('null').length > 0}`;
}

/** Texts are compared by code points, and numbers exactly. */
function compares(
  database: Database,
  operator: '<' | '<=' | '>' | '>=',
  { kind, text }: ValueOperand = { kind: 'null', text: '' },
): Fragment {
  const than = { '<': database`<`, '<=': database`<=`, '>': database`>`, '>=': database`>=` }[operator];
  return kind === 'number'
    ? database`case when p.kind = 'number' then state_number(p.content) ${than} ${text}::numeric end`
    : database`p.kind = 'string' and p.content collate "C" ${than} ${text}`;
}
