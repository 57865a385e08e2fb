import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { at, ms, steps } from './step.factory.ts';
import { StepInspector } from './step-inspector.tsx';
import type { StepView } from './step-view.ts';

/** The HTML of the inspector of a step. */
function inspect(step: StepView): string {
  return renderToStaticMarkup(
    <StepInspector
      step={step}
      title={step.name}
      runStatus="waiting"
      now={ms(9_000)}
      loadOutput={async () => null}
      outputHref={undefined}
      logs={null}
      onFork={() => {}}
      forkReason={undefined}
      onRaise={() => {}}
      raiseReason={undefined}
      showError={() => null}
    />,
  );
}

it('keeps the line of a sleep when it ends, so that nothing below it moves', () => {
  const slept = steps.slept(0, 3_000);
  const { endedOn: _, ...open } = slept;
  expect(inspect({ ...open, status: 'waiting', wakeOn: at(3_000) })).toContain('Continues at');
  expect(inspect(slept)).toContain('Continued at');
  expect(inspect({ ...slept, status: 'cancelled', wakeOn: at(3_000) })).toContain('Was to continue at');
});

it('keeps the button of a wait when it ends, and disables it', () => {
  const waiting = steps.waiting(0, 'approval');
  const button = (step: StepView) => /<button(?:(?!<button).)*Raise approval/.exec(inspect(step))?.[0];
  expect(button(waiting)).toBeDefined();
  expect(button(waiting)).not.toContain('aria-disabled="true"');
  expect(button({ ...waiting, status: 'succeeded', endedOn: at(10) })).toContain('aria-disabled="true"');
});
