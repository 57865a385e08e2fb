'use client';
import { useRouter } from 'next/navigation';
import { useEffect, useEffectEvent } from 'react';
import { announce } from '@/components/shell/announcer.tsx';
import { connection, useConnection } from '@/components/shell/connection.ts';
import { ConnectionNotice } from '@/components/shell/connection-notice.tsx';
import { keepLinks } from '@/components/shell/keep-links.ts';
import { preloadParts } from '@/components/shell/part-loader.ts';
import { hasUnsavedWork } from '@/components/shell/unsaved-work.ts';

/** Says that the connection is lost, and opens what was asked for meanwhile when it is back. */
export function ConnectionWatch() {
  const router = useRouter();
  const state = useConnection();
  const { isLost, destination } = state;
  const open = () => {
    connection.setDestination(undefined);
    if (destination !== undefined) router.push(destination.href);
  };
  const openIfFree = useEffectEvent(() => {
    if (destination !== undefined && !hasUnsavedWork()) open();
  });
  useEffect(() => keepLinks(), []);
  useEffect(() => preloadParts(), []);
  useEffect(() => {
    if (!isLost) openIfFree();
  }, [isLost]);
  useEffect(() => {
    if (destination !== undefined) announce(`No connection. ${destination.label} opens when it is back.`);
  }, [destination]);
  return <ConnectionNotice {...state} onOpen={open} onStay={() => connection.setDestination(undefined)} />;
}
