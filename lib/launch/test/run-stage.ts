import { spawn } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { inProject, projectFolder, projectNode } from '../project.mjs';
import { type Outcome, readReport } from './read-report.ts';
import type { Stage } from './stages.ts';

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
  const outcome = stage.report ? await reportOf(stage.report) : { passed: isGood ? 1 : 0, failed: 0, failures: [] };
  return isGood ? outcome : { ...outcome, failed: Math.max(1, outcome.failed) };
}

async function reportOf({ kind, file }: NonNullable<Stage['report']>): Promise<Outcome> {
  const text = await readFile(inProject(file), 'utf8').catch(() => undefined);
  return text === undefined ? { passed: 0, failed: 1, failures: [] } : readReport(kind, text);
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
