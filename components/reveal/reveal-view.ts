import type { Reveal } from '#contract';
import type { ShownValue } from '@/components/json/shown-value.ts';
import type { RunView } from '@/components/run/run-view.ts';
import type { StepView } from '@/components/step/step-view.ts';

/** A reveal with what remains of it by the clock of the dashboard's server. 0 once it has ended. */
export type RevealView = Reveal & { endsInMs: number };

/** What a reveal shows of a record, values whole. */
export type RevealedView = { entry?: { shown: ShownValue | undefined }; run?: RunView; step?: StepView };

/** The entry or run whose hidden values are shown, as addresses name it. */
export type RevealPlace = { store: string; id: string } | { task: string; run: number };
