import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** A program that ends, with its child processes, when this process ends, even if that is killed. */
export interface AttachedProgram {
  readonly child: ChildProcess
  /** Waits for a result that the program has to be running for. Rejects if the program ends first. */
  whileRunning<Result>(result: Promise<Result>): Promise<Result>
  /** Waits until the program has written a line that matches to its standard error. */
  writes(line: RegExp): Promise<RegExpExecArray>
  stop(): Promise<void>
}

/**
 * Starts a program in a separate process group, beside a shell that waits for the end of its input.
 *
 * The system closes that input when this process ends for any reason, and then the shell ends the group.
 */
export function spawnWithUs(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): AttachedProgram {
  // The shell reads from 4, because a background process has no standard input.
  const script = '(read -r _ <&4; kill -KILL 0) & exec "$@" 4<&-'
  const child = spawn('/bin/sh', ['-c', script, 'sh', program, ...args], {
    env,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  })
  const exit = once(child, 'exit')
  let output = ''
  // A program whose output is not read would stop when the pipe is full.
  child.stderr!.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-100_000)
  })
  const failed = exit.then(([code, signal]) => {
    throw new Error(`${program} ended with ${code ?? signal}:\n${output}`)
  })
  failed.catch(() => {}) // It may end after everything that waited for it.

  return {
    child,
    whileRunning: (result) => Promise.race([result, failed]),
    writes: (line) =>
      Promise.race([
        failed,
        new Promise<RegExpExecArray>((resolve) => {
          const look = (): void => {
            const found = line.exec(output)
            if (found) resolve(found)
          }
          child.stderr!.on('data', look)
          look()
        }),
      ]),
    async stop() {
      child.stdio[4]!.destroy()
      await exit
    },
  }
}
