import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { promisify, stripVTControlCharacters } from 'node:util'

/** A running app. */
export interface RunningApp {
  /** The origin, without a trailing slash. */
  url: string
  /** Returns the output so far. */
  output(): string
  stop(): Promise<void>
}

/** Runs `framework build` in the folder of an app. */
export async function buildApp(
  folder: string,
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  await promisify(execFile)(process.execPath, [program(folder), 'build'], {
    cwd: folder,
    env: { ...cleanEnv(), ...env },
  })
}

/** Runs `framework dev` or `framework start` in the folder of an app, on a free port unless one is given. */
export async function startApp(
  folder: string,
  command: 'dev' | 'start',
  port = 0,
): Promise<RunningApp> {
  const child = spawn(
    process.execPath,
    [program(folder), command, '--host', 'localhost', '--port', String(port)],
    { cwd: folder, env: cleanEnv(), stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    const listen = (chunk: Buffer): void => {
      output += stripVTControlCharacters(chunk.toString())
      const found = /http:\/\/localhost:\d+/.exec(output)
      if (found) resolve(found[0])
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.on('exit', (code) => {
      reject(new Error(`framework ${command} exited with ${code} before it was ready:\n${output}`))
    })
  })

  return {
    url,
    output: () => output,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), 5000)
      await ended
      clearTimeout(timer)
    },
  }
}

function program(folder: string): string {
  return join(folder, '../node_modules/framework/dist/tools/cli/main.js')
}

/** Returns the environment without the variables of the test runner, which would change the build. */
function cleanEnv(): NodeJS.ProcessEnv {
  const { NODE_ENV: _, VITEST: __, NODE_OPTIONS: ___, ...env } = process.env
  return env
}
