'use client';
import { FailedPage } from './failed-page.tsx';

export default function ErrorPage(props: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <main>
      <FailedPage {...props} />
    </main>
  );
}
