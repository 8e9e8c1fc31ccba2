import { relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { FetchHandlerSource } from '../../router/fetch-router/index.ts'
import { isPlainObject, showValue } from '../../internal/guards/check.ts'
import { createTestApp, type ProveUsers } from '../testing/index.ts'
import type { Attack } from './attack.ts'

/** A user of the app, and the headers that say so. */
export interface User {
  readonly name: string
  readonly headers: Attack['headers']
}

/**
 * Imports the file of `--users`.
 *
 * @throws {Error} If it cannot be imported, or does not export users
 */
export async function importUsers(file: string): Promise<ProveUsers> {
  const name = relative('', file)
  const module = await import(pathToFileURL(file).href).catch((cause: Error) => {
    throw new Error(`Cannot import ${name}: ${cause.message}${placesOf(cause)}`, { cause })
  })
  const { default: users } = module as { default?: unknown }
  if (!isPlainObject(users) || !Object.values(users).every((user) => typeof user === 'function')) {
    throw new Error(
      `Cannot use the users of ${name}: its default export is ${showValue(users)}. Export an object of functions that sign a visitor in: see ProveUsers of framework/testing.`,
    )
  }
  return users as ProveUsers
}

/**
 * Signs the users in, each with the cookies of a separate visitor.
 *
 * @throws {Error} If a user cannot be signed in
 */
export async function signInUsers(
  source: FetchHandlerSource,
  users: ProveUsers | undefined,
): Promise<User[]> {
  const app = await createTestApp(source as never, { errors: 'respond' })
  const signedIn: User[] = []
  for (const [index, [name, signIn]] of Object.entries(users ?? {}).entries()) {
    // Each is another client, so that the limit of a login does not refuse the last ones.
    const visitor = app.visitor({ address: `10.255.255.${index % 256}` })
    const given = await Promise.try(signIn, visitor).catch((cause: unknown) => {
      const message = cause instanceof Error ? cause.message : String(cause)
      throw new Error(`Cannot sign in the user "${name}": ${message}${placesOf(cause)}${hint}`, {
        cause,
      })
    })
    const cookies = visitor.cookies.map((cookie) => `${cookie.name}=${cookie.value}`)
    const headers = [...new Headers(given ?? {})]
    if (cookies.length > 0) headers.push(['Cookie', cookies.join('; ')])
    if (headers.length === 0) {
      throw new Error(
        `Cannot use the user "${name}": no cookie was set. Sign in with the visitor, or return headers such as { Authorization }.`,
      )
    }
    signedIn.push({ name, headers })
  }
  return signedIn
}

const hint = `
The file is not part of the build: a module that both import exists twice, so what it keeps in memory, such as a database, is not that of the app.`

/** The folder of the framework, whose lines do not help. */
const framework = fileURLToPath(new URL('../..', import.meta.url))

/** The lines of the app's own files in a stack. */
function placesOf(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  const lines = stack.split('\n').filter((line) => /^\s+at /.test(line))
  const own = lines.filter((line) => !/node:|[\\/]node_modules[\\/]/.test(line) && !isOurs(line))
  const written = own.map((line) =>
    line.trim().replace(/(?:file:\/\/)?(\/[^():]+)/, (_, file: string) => relative('', file)),
  )
  return written.map((line) => `\n  ${line}`).join('')
}

function isOurs(line: string): boolean {
  return line.includes(framework) && !/\.(?:test|fixture)\.ts/.test(line)
}
