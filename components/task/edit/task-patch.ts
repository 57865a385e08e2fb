import { type JsonValue, stringifyJson, type TaskConfig, type TaskResponse, type TaskUpdateInput } from '#contract';
import { emptyForm, type FieldErrors, formOfTask, type NewTaskForm, readForm } from '../new/new-task-form.ts';

/** What the form changes: all of a task but its type, its id and its input, which has an editor of its own. */
const fields = [
  ...(['name', 'description', 'queue', 'priority', 'concurrencyKey', 'concurrencyLimit', 'startOn'] as const),
  ...(['schedule', 'retry', 'timeoutInMs', 'retention', 'sensitive'] as const),
] as const;

type Editable = Omit<TaskResponse, 'input' | 'output'>;

/** The form of a task as it is, to change it. */
export function editFormOf(task: Editable): NewTaskForm {
  const form = { ...formOfTask(task), id: task.id, input: '' };
  const startsLater = task.status === 'scheduled' && task.schedule === undefined && task.startOn !== undefined;
  return startsLater ? { ...form, start: 'later', startOn: task.startOn ?? '' } : form;
}

/** The merge patch that leads from one form to another, with the fields that cannot be read. */
export function taskPatch(before: NewTaskForm, after: NewTaskForm): { patch: TaskUpdateInput; errors: FieldErrors } {
  const from = configOf(before);
  const { config: to, errors } = readForm(after);
  const changed = fields.filter((field) => !isSame(from[field], to[field]));
  const patch = Object.fromEntries(changed.map((field) => [field, to[field] ?? absent(field)]));
  const tags = tagChanges(from.tags ?? {}, to.tags ?? {});
  return { patch: { ...patch, ...(Object.keys(tags).length === 0 ? {} : { tags }) }, errors };
}

/**
 * Members of the patch whose value in the task is neither what the form began with nor what the patch sets: somebody else
 * changed them. One that the patch sets already is the form's own, whose answer was lost.
 */
export function movedFields(before: NewTaskForm, patch: TaskUpdateInput, now: Editable): string[] {
  const [from, to] = [configOf(before), configOf(editFormOf(now))];
  const isMoved = (field: (typeof fields)[number]) =>
    !isSame(from[field], to[field]) && !isSame(patch[field] ?? absent(field), to[field] ?? absent(field));
  const movedTags = Object.entries(patch.tags ?? {}).filter(
    ([name, value]) => from.tags?.[name] !== to.tags?.[name] && (value ?? undefined) !== to.tags?.[name],
  );
  return [...fields.filter((field) => field in patch && isMoved(field)), ...movedTags.map(([name]) => `tag ${name}`)];
}

function configOf(form: NewTaskForm): TaskConfig {
  return readForm({ ...emptyForm, ...form }).config;
}

function isSame(one: JsonValue | object | undefined, other: JsonValue | object | undefined): boolean {
  return textOf(one) === textOf(other);
}

function textOf(value: JsonValue | object | undefined): string {
  return value === undefined ? '' : stringifyJson(value);
}

/** Queue and priority go back to their defaults; all others are cleared. */
function absent(field: (typeof fields)[number]): 'default' | 0 | null {
  return field === 'queue' ? 'default' : field === 'priority' ? 0 : null;
}

function tagChanges(from: Record<string, string>, to: Record<string, string>): Record<string, string | null> {
  const [before, after] = [new Map(Object.entries(from)), new Map(Object.entries(to))];
  const names = [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => before.get(name) !== after.get(name),
  );
  return Object.fromEntries(names.map((name) => [name, after.get(name) ?? null]));
}
