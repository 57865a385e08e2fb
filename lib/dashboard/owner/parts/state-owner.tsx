'use client';
import { OwnerSwitch } from '@/components/owner/owner-switch.tsx';
import { useMay } from '../../access/scopes-context.tsx';
import { useNamespaces } from '../use-namespaces.ts';

/** The switch of the owner, for operators who may see isolated stores. Others see nothing of it. */
export function StateOwner({ owner }: { owner?: string }) {
  const { may } = useMay('namespaces/manage');
  const { namespaces, hasMore } = useNamespaces();
  if (!may || (owner === undefined && namespaces.length === 0)) return null;
  return <OwnerSwitch namespaces={namespaces} hasMore={hasMore} {...(owner === undefined ? {} : { owner })} />;
}
