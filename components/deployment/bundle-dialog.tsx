import { Button } from '@/components/ui/button.tsx';
import { Dialog, DialogContent } from '@/components/ui/dialog.tsx';
import { ScrollRegion } from '@/components/ui/scroll-region.tsx';

type BundleDialogProps = {
  /** The whole file. */
  text: string;
  /** What it holds, in words. */
  contents: readonly string[];
  onSave: (text: string) => void;
  onClose: () => void;
};

/** Shows a support bundle before it is saved. */
export function BundleDialog({ text, contents, onSave, onClose }: BundleDialogProps) {
  return (
    <Dialog onClose={onClose}>
      <DialogContent
        title="Support bundle"
        description="A JSON file for a support request. It has no inputs, values, secrets or keys. Findings can name operators and addresses."
        size="lg"
        footer={
          <Button
            variant="primary"
            onClick={() => {
              onSave(text);
              onClose();
            }}
          >
            Download
          </Button>
        }
      >
        <ul className="mb-3 list-disc pl-5 text-sm">
          {contents.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <ScrollRegion aria-label="The whole file" className="max-h-80 rounded-md border border-line p-2">
          <pre className="font-mono text-xs">{text}</pre>
        </ScrollRegion>
      </DialogContent>
    </Dialog>
  );
}
