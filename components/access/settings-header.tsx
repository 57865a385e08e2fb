import { Plus } from 'lucide-react';
import { Button } from '@/components/ui/button.tsx';
import { PageHeader } from '@/components/ui/page-header.tsx';

type SettingsHeaderProps = {
  title: string;
  description: string;
  /** What its button makes: "New secret". */
  newLabel: string;
  onNew: () => void;
};

/** The head of a page of settings that things can be added to. */
export function SettingsHeader({ title, description, newLabel, onNew }: SettingsHeaderProps) {
  return (
    <PageHeader
      title={title}
      description={description}
      actions={
        <Button variant="primary" onClick={onNew}>
          <Plus aria-hidden /> {newLabel}
        </Button>
      }
    />
  );
}
