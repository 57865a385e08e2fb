import { spawn } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { inProject, projectFolder, projectNode } from '../project.mjs';
import type { Stage } from './stages.ts';

/** How many tests passed and failed. */
export type Outcome = { passed: number; failed: number };

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
});
const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
});

/**
 * Runs a stage. Everything that did not run counts as failed: a skipped test, a command that ended badly without a
 * failed test, a missing report.
 */
export async function runStage(stage: Stage, env: Record<string, string>): Promise<Outcome> {
  if (stage.report) {
    await mkdir(dirname(inProject(stage.report.file)), { recursive: true });
    await rm(inProject(stage.report.file), { force: true });
  }
  let isGood = true;
  for (const args of stage.commands) isGood = isGood && (await runCommand(args, env, stage.isLoud === true));
  const outcome = stage.report ? await readReport(stage.report) : { passed: isGood ? 1 : 0, failed: 0 };
  return { passed: outcome.passed, failed: isGood ? outcome.failed : Math.max(1, outcome.failed) };
}

async function readReport({ kind, file }: NonNullable<Stage['report']>): Promise<Outcome> {
  const text = await readFile(inProject(file), 'utf8').catch(() => undefined);
  if (text === undefined) return { passed: 0, failed: 1 };
  if (kind === 'vitest') {
    const report = vitestReport.parse(JSON.parse(text));
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests + report.numPendingTests + report.numTodoTests,
    };
  }
  const { stats } = playwrightReport.parse(JSON.parse(text));
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped };
}

/** Resolves with whether the command succeeded. Its output is printed as it comes, or when it failed. */
async function runCommand(args: readonly string[], env: Record<string, string>, isLoud: boolean): Promise<boolean> {
  const child = spawn(projectNode, args, {
    cwd: projectFolder,
    env: { ...process.env, ...env },
    stdio: ['ignore', isLoud ? 'inherit' : 'pipe', isLoud ? 'inherit' : 'pipe'],
  });
  let output = '';
  const keep = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  const code = await new Promise<number>((resolve) => {
    child.once('error', (error) => {
      output += error.message;
      resolve(1);
    });
    child.once('close', (exitCode) => resolve(exitCode ?? 1));
  });
  if (code !== 0 && output !== '') console.error(output.trimEnd());
  return code === 0;
}
