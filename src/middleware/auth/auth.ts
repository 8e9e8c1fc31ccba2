import type { ContextEntry, Middleware, RequestContext } from '../../router/fetch-router/index.ts'
import { internalsOf } from '../../router/fetch-router/shared.ts'
import { checkOptions, invariant, isValidDate, showValue } from '../../internal/guards/check.ts'
import {
  Auth,
  Challenge,
  type AuthResult,
  type AuthScheme,
  type IdentityOf,
  type AuthError,
  type AuthState,
} from './auth-state.ts'
import { isIdentity } from './identity.ts'

/** Options for {@link auth}. */
export interface AuthOptions<Schemes extends readonly AuthScheme[] = readonly AuthScheme[]> {
  /** The ways to identify a user. The first scheme that finds credentials decides. */
  readonly schemes: Schemes
}

/**
 * Identifies the user of a request and puts the result on the context under `Auth`.
 *
 * It never refuses a request, even if the credentials are wrong. `requireAuth()` does that.
 *
 * @param options The schemes, in the order in which they are tried
 * @returns Middleware that sets `Auth`
 * @throws {Error} If there is no scheme
 *
 * @example
 * const bearer = createBearerTokenAuthScheme({ verify: (token) => users.findByToken(token) })
 * const router = createRouter({ middleware: [auth({ schemes: [bearer] })] })
 */
export function auth<const Schemes extends readonly AuthScheme[]>(
  options: AuthOptions<Schemes>,
): Middleware<ContextEntry<typeof Auth, AuthState<IdentityOf<Schemes[number]>>, 'auth'>> {
  const schemes: readonly AuthScheme[] = [...(options?.schemes ?? [])]
  if (schemes.length === 0)
    throw new Error(
      'auth() requires at least one authentication scheme. Pass one as `schemes`, such as createBearerTokenAuthScheme().',
    )
  checkOptions('auth()', options, 'schemes')
  const challenge = schemes.map(readChallenge).join(', ')

  return async function auth(context, next) {
    const state = internalsOf(context).run
      ? createStranger(context)
      : await identify(context, schemes)
    context.set(Auth, state, { property: 'auth' })
    context.set(Challenge, challenge)
    return next()
  }
}

/**
 * Finds out who the user is. If nobody has logged in, only code that reads the result makes the response personal: `auth()`
 * itself runs for every page.
 */
async function identify(
  context: RequestContext,
  schemes: readonly AuthScheme[],
): Promise<AuthState> {
  const internals = internalsOf(context)
  const before = internals.facts?.personal
  const state = await authenticate(context, schemes)
  if (!state.ok && state.error === undefined) {
    const { facts } = internals
    if (facts?.personal !== undefined) facts.personal = before
    return createStranger(context)
  }

  internals.notePersonal('read who is logged in')
  return state
}

async function authenticate(
  context: RequestContext,
  schemes: readonly AuthScheme[],
): Promise<AuthState> {
  for (const scheme of schemes) {
    const result = await scheme.authenticate(context)
    if (result === null || result === undefined) continue

    const { name } = scheme
    if (result.status === 'success') {
      const { identity, at } = result
      if (!isIdentity(identity, name)) return { ok: false, error: toError(name) }
      if (at !== undefined && !isValidDate(at)) {
        throw new Error(
          `Invalid \`at\` from "${name}" auth scheme: ${showValue(at)}. Return a valid Date, or leave it out.`,
        )
      }
      return { ok: true, identity, method: name, at }
    }
    if (result.status === 'failure') return { ok: false, error: toError(name, result) }
    throw new Error(
      `Invalid result from "${name}" auth scheme. Return null/undefined to skip, or a { status: 'success' | 'failure' } object.`,
    )
  }

  return { ok: false }
}

/** Creates the state of a request without credentials, and of a run without a visitor. Reading it is noted. */
function createStranger(context: RequestContext): AuthState {
  const note = (): void => internalsOf(context).notePersonal('read who is logged in')
  return {
    get ok() {
      note()
      return false as const
    },
    get identity() {
      note()
      return undefined
    },
    get error() {
      note()
      return undefined
    },
  } as AuthState
}

function toError(
  method: string,
  {
    code = 'invalid_credentials',
    message = 'Invalid credentials',
    challenge,
  }: Omit<AuthResult & { status: 'failure' }, 'status'> = {},
): AuthError {
  return { method, code, message, ...(challenge !== undefined && { challenge }) }
}

/** RFC 9110 §15.5.2: a 401 names at least one challenge, and a challenge starts with a token. */
function readChallenge({ name, challenge, authenticate }: AuthScheme): string {
  invariant(
    typeof name === 'string' && name !== '' && typeof authenticate === 'function',
    `auth() takes schemes with a \`name\` and a function \`authenticate\`, not ${showValue({ name, authenticate: typeof authenticate })}`,
  )
  return challenge || name.replaceAll(/[^\w!#$%&'*+.^`|~-]/g, '-')
}
