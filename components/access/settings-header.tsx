import { Plus } from 'lucide-react';
import { Button } from '@/components/ui/button.tsx';
import { PageHeader } from '@/components/ui/page-header.tsx';

type SettingsHeaderProps = {
  title: string;
  description: string;
  /** What its button makes: "New secret". */
  newLabel: string;
  /** Why the button cannot be pressed. */
  newReason?: string | undefined;
  onNew: () => void;
};

/** The head of a page of settings that things can be added to. */
export function SettingsHeader({ title, description, newLabel, newReason, onNew }: SettingsHeaderProps) {
  return (
    <PageHeader
      title={title}
      description={description}
      actions={
        <Button variant="primary" disabledReason={newReason} onClick={onNew}>
          <Plus aria-hidden /> {newLabel}
        </Button>
      }
    />
  );
}
