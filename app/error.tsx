'use client';
import { FailedPage } from '@/lib/dashboard/problem/parts/failed-page.tsx';

export default function ErrorPage(props: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <main>
      <FailedPage {...props} />
    </main>
  );
}
