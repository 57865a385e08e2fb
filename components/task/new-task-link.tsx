import { Plus } from 'lucide-react';
import { Button } from '@/components/ui/button.tsx';
import { Link } from '@/components/ui/link.tsx';

/** The way to the form of a new task. */
export function NewTaskLink() {
  return (
    <Button asChild variant="primary" size="sm">
      <Link href="/tasks/new">
        <Plus aria-hidden /> New task
      </Link>
    </Button>
  );
}
