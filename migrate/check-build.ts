import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify, stripVTControlCharacters } from 'node:util'
import { findInstalled } from './old-app.ts'
import { createHydrationFinder } from '../src/tools/compare/shared.ts'

/** The oldest major versions with which a moved app runs. */
const needed: Readonly<Record<string, number>> = { react: 19, 'react-dom': 19, vite: 8 }

/** Finds the program of the framework in a moved app whose packages are installed. */
export function findProgram(folder: string): string | undefined {
  const isThere = Object.entries(needed).every(
    ([name, major]) =>
      Number.parseInt(findInstalled(folder, name)?.manifest.version ?? '0') >= major,
  )
  const found = findInstalled(folder, 'framework')
  const program = found && join(found.folder, 'dist/tools/cli/main.js')
  return isThere && program && existsSync(program) ? program : undefined
}

/**
 * Builds a moved app, starts the build, and opens `/`.
 *
 * @param program The program of the framework in the app
 * @returns The path, the status and whether the page is hydrated, in a sentence
 * @throws {Error} If the build fails, or the page is not what a visitor should see
 */
export async function checkBuild(folder: string, program: string): Promise<string> {
  await build(folder, program)
  const child = spawn(process.execPath, [program, 'start', '--port', '0', '--host', '127.0.0.1'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  let errors = ''
  child.stderr.on('data', (text: Buffer) => (errors += text.toString()))
  try {
    return await openHome(await findUrl(child, () => errors), () => errors)
  } finally {
    child.kill()
    await ended
  }
}

async function build(folder: string, program: string): Promise<void> {
  try {
    await promisify(execFile)(process.execPath, [program, 'build'], {
      cwd: folder,
      maxBuffer: 1e8,
      timeout: 600_000,
    })
  } catch (cause) {
    const { stdout = '', stderr = '' } = cause as { stdout?: string; stderr?: string }
    throw new Error(`Cannot build the moved app:\n\n${lastLines(stderr.trim() || stdout)}`, {
      cause,
    })
  }
}

async function openHome(origin: string, errors: () => string): Promise<string> {
  const response = await fetch(origin)
  const body = await response.text()
  const hydration = await createHydrationFinder(async (url) => (await fetch(url)).text())({
    url: response.url,
    body,
  })
  const path = new URL(response.url).pathname
  const isPage = /^text\/html\b/.test(response.headers.get('Content-Type') ?? '')
  const isHydrated = !isPage || hydration !== 'no'
  const result = `${path} has the status ${response.status}${isPage ? `, and ${describe[hydration]}` : ''}`
  if (response.status < 400 && isHydrated && errors() === '') return `${result}. No error.`
  throw new Error(
    `The build does not serve the app as it should: ${result}.${errors() === '' ? '' : `\n\n${lastLines(errors())}`}`,
  )
}

const describe = {
  yes: 'its scripts hydrate it',
  no: 'no script hydrates it',
  unknown: 'its scripts could not be read',
} as const

/** Waits for the line with the URL of the server. */
function findUrl(child: ChildProcess, errors: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    child.stdout!.on('data', (text: Buffer) => {
      output += stripVTControlCharacters(text.toString())
      const url = /http:\/\/(?:localhost|127\.0\.0\.1):\d+/.exec(output)
      if (url) resolve(`${url[0]}/`)
    })
    child.once('exit', () =>
      reject(new Error(`Cannot start the build of the moved app:\n\n${lastLines(errors())}`)),
    )
  })
}

function lastLines(text: string): string {
  return text.trim().split('\n').slice(-20).join('\n')
}
