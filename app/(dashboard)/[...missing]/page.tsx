import { notFound } from 'next/navigation';

/** Every address that no other page has: it says so inside the shell, so that people can go on from there. */
export default function Page(): never {
  notFound();
}
