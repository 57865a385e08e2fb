'use client';
import type { ComponentProps } from 'react';
import { TaskMenu } from '@/components/task/task-menu.tsx';
import { useMay } from '../../access/scopes-context.tsx';

/** The menu of a row, with what this operator may do. */
export function RowMenu(props: Omit<ComponentProps<typeof TaskMenu>, 'refusals'>) {
  const change = useMay('tasks/update').reason;
  const refusals = {
    cancel: change,
    rerun: change,
    delete: useMay('tasks/delete').reason,
    raise: useMay('events/create').reason,
    alert: useMay('alerts/manage').reason,
    create: useMay('tasks/create').reason,
  };
  return <TaskMenu {...props} refusals={refusals} />;
}
