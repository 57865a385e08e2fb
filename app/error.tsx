'use client';
import { PageProblem } from '@/components/shell/page-problem.tsx';

export default function ErrorPage(props: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <main>
      <PageProblem {...props} />
    </main>
  );
}
