import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { ShownProblem } from './error-state.tsx';

type FieldErrors = {
  form: RefObject<HTMLFormElement | null>;
  /** The problem without what stands at a field; `undefined` when all of it does. */
  rest: ShownProblem | undefined;
};

/** After a refusal the focus goes to the first field that has an error, and nothing is said twice. */
export function useFieldErrors(problem: ShownProblem | undefined): FieldErrors {
  const form = useRef<HTMLFormElement>(null);
  const [said, setSaid] = useState<{ problem: ShownProblem; texts: readonly string[] }>();
  useLayoutEffect(() => {
    if (form.current === null || problem === undefined) return;
    const fields = Array.from(form.current.querySelectorAll<HTMLElement>('[aria-invalid="true"]'));
    fields[0]?.focus();
    setSaid({ problem, texts: fields.flatMap(descriptionsOf) });
  }, [problem]);
  return { form, rest: said !== undefined && said.problem === problem ? without(problem, said.texts) : problem };
}

function without(problem: ShownProblem, texts: readonly string[]): ShownProblem | undefined {
  if (problem.errors === undefined || problem.errors.length === 0) return problem;
  const errors = problem.errors.filter(({ message }) => !texts.includes(message));
  const isSaid = errors.length === 0 && problem.code === 'InvalidRequest'; // of which the detail tells no more
  return isSaid ? undefined : { ...problem, errors };
}

function descriptionsOf(field: HTMLElement): string[] {
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.flatMap((id) => document.getElementById(id)?.textContent ?? []);
}
