'use client';
import { Button } from '@/components/ui/button.tsx';
import { CopyButton } from '@/components/ui/copy-button.tsx';
import { Dialog, DialogClose, DialogContent } from '@/components/ui/dialog.tsx';

type ShownOnceProps = {
  title: string;
  description: string;
  /** What can be copied: each with a label. */
  texts: readonly { label: string; text: string }[];
  onClose: () => void;
};

/** What is shown this one time, such as a new key, each text with a button that copies it. */
export function ShownOnce({ title, description, texts, onClose }: ShownOnceProps) {
  return (
    <Dialog onClose={onClose}>
      <DialogContent
        size="md"
        title={title}
        description={description}
        footer={
          <DialogClose>
            <Button variant="primary">I have saved it</Button>
          </DialogClose>
        }
      >
        <dl className="grid gap-3">
          {texts.map(({ label, text }) => (
            <div key={label} className="grid gap-1">
              <dt className="font-medium text-xs">{label}</dt>
              <dd className="flex items-start gap-1 rounded-md border border-line bg-sunken py-1 pr-1 pl-2.5">
                <code className="min-w-0 flex-1 whitespace-pre-wrap break-all py-1 font-mono text-xs">{text}</code>
                <CopyButton value={text} label={label.toLowerCase()} />
              </dd>
            </div>
          ))}
        </dl>
      </DialogContent>
    </Dialog>
  );
}
