import type { ShownValue } from '@/components/json/shown-value.ts';
import type { RunView } from '@/components/run/run-view.ts';
import type { StepView } from '@/components/step/step-view.ts';

/** What a reveal shows of a record, values whole. */
export type RevealedView = { entry?: { shown: ShownValue | undefined }; run?: RunView; step?: StepView };

/** The entry or run whose hidden values are shown, as addresses name it. */
export type RevealPlace = { store: string; id: string } | { task: string; run: number };
