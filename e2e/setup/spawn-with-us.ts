import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** A program that ends, with all that it started, when this process does: even when that is killed. */
export interface AttachedProgram {
  readonly child: ChildProcess
  stop(): Promise<void>
}

/**
 * Starts a program in a group of its own, beside a shell that waits for the end of its input.
 *
 * The system closes that input when we end, whatever ended us, and the shell then ends its group.
 */
export function spawnWithUs(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): AttachedProgram {
  // The shell reads from 4, because what runs in the background has no standard input.
  const script = '"$@" 4<&- & read -r _ <&4; kill -KILL 0'
  const child = spawn('/bin/sh', ['-c', script, 'sh', program, ...args], {
    env,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  })

  return {
    child,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.stdio[4]!.destroy()
      await ended
    },
  }
}
