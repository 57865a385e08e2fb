'use client';
import type { TaskConfig } from '#contract';
import { CopyButton } from '@/components/ui/copy-button.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs.tsx';
import { printCurl, printTypeScript } from './print-request.ts';

/** The request that the form stands for, as a command and as code. */
export function RequestPreview({ config }: { config: TaskConfig }) {
  const forms = [
    { id: 'curl', name: 'curl', text: printCurl(config) },
    { id: 'typescript', name: 'TypeScript', text: printTypeScript(config) },
  ];
  return (
    <section
      aria-label="Same request in code"
      className="min-w-0 overflow-hidden rounded-lg border border-line bg-surface"
    >
      <Tabs defaultValue="curl">
        <TabsList>
          {forms.map(({ id, name }) => (
            <TabsTrigger key={id} value={id}>
              {name}
            </TabsTrigger>
          ))}
        </TabsList>
        {forms.map(({ id, name, text }) => (
          <TabsContent key={id} value={id} className="max-h-[32rem] overflow-auto">
            <CopyButton
              value={text}
              label={`the request as ${name}`}
              className="sticky top-1.5 float-right mr-1.5 bg-surface"
            />
            <pre className="whitespace-pre-wrap wrap-anywhere p-3 font-mono text-xs">{text}</pre>
          </TabsContent>
        ))}
      </Tabs>
    </section>
  );
}
