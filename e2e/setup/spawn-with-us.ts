import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** A program that ends, with its child processes, when this process ends, even if that is killed. */
export interface AttachedProgram {
  readonly child: ChildProcess
  stop(): Promise<void>
}

/**
 * Starts a program in a separate process group, with a shell that waits for the end of its input.
 *
 * The system closes that input when this process ends for any reason, and then the shell ends the group.
 */
export function spawnWithUs(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): AttachedProgram {
  // The shell reads from 4, because a background process has no standard input.
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
