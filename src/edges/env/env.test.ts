import { type } from 'arktype'
import * as fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { env } from './index.ts'

const Settings = z.object({
  SESSION_SECRET: z.string().min(32),
  PORT: z.coerce.number().int().max(65_535).default(3000),
  MODE_OF_MAIL: z.enum(['smtp', 'file']),
})
const right = { SESSION_SECRET: 'x'.repeat(32), MODE_OF_MAIL: 'file' }

/** The message of the error for a source. */
function messageFor(schema: Parameters<typeof env>[0], source: object): string {
  try {
    env(schema, source)
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('The source fits')
}

describe('env', () => {
  it('returns what the schema makes of the variables, without the others', () => {
    expect(env(Settings, { ...right, PORT: '8080', HOME: '/root' })).toEqual({
      ...right,
      PORT: 8080,
    })
    expect(env(Settings, right).PORT).toBe(3000)
  })

  it('works with another library', () => {
    expect(env(v.object({ NAME: v.string() }), { NAME: 'shop' })).toEqual({ NAME: 'shop' })
  })

  it('names all variables that do not fit in one error, and no value', () => {
    const source = { SESSION_SECRET: 'hunter22', PORT: '99999', MODE_OF_MAIL: '' }
    expect(messageFor(Settings, source)).toBe(`The environment does not fit env():
- SESSION_SECRET: Too small: expected string to have >=32 characters
- PORT: Too big: expected number to be <=65535
- MODE_OF_MAIL is not set, or is empty
Set these variables in the environment of the process, or in a .env file.`)
  })

  it('treats an empty variable as one that is not set', () => {
    expect(env(Settings, { ...right, PORT: '' }).PORT).toBe(3000)
    expect(messageFor(z.object({ KEY: z.string() }), { KEY: '' })).toContain('- KEY is not set')
  })

  it.each([
    [
      'valibot',
      v.pipe(
        v.object({ KEY: v.string() }),
        v.transform(({ KEY }): object => JSON.parse(KEY) as object),
      ),
    ],
    [
      'zod',
      z.object({
        KEY: z.string().transform((key) => {
          throw new TypeError(`Cannot use ${key}\n    at p4ssw0rd`)
        }),
      }),
    ],
    [
      'arktype',
      type({ KEY: 'string' }).pipe(({ KEY }): object => {
        throw Object.assign(new Error(KEY), { KEY, cause: new Error(KEY) })
      }),
    ],
  ])('shows no value if code of the schema throws (%s)', (_, schema) => {
    let shown = ''
    try {
      env(schema as unknown as Parameters<typeof env>[0], { KEY: 'p4ssw0rd-and-more' })
    } catch (error) {
      const { stack, message, cause } = error as Error
      shown = [stack, message, JSON.stringify({ cause, ...(error as object) })].join('\n')
      expect(message).toMatch(
        /^Cannot check the environment: code of the schema|With zod, a transform that throws looks the same\.$/,
      )
      expect(stack).toMatch(/\n\s+at /) // The frames lead to the schema. On other runtimes, they name the bundle of the tests.
    }
    expect(shown).not.toBe('')
    expect(shown).not.toContain('p4ss')
  })

  it('never shows a value, whatever the library writes', () => {
    const email = v.object({ KEY: v.pipe(v.string(), v.email()) })
    expect(messageFor(email, { KEY: 'p4ssw0rd' })).toContain('- KEY: Invalid email\n')
    const schemas = [
      email,
      z.object({ KEY: z.email() }),
      z.object({ KEY: z.string().refine(() => false, { error: ({ input }) => `no: ${input}` }) }),
      z
        .object({ KEY: z.string() })
        .refine(() => false, { error: ({ input }) => `${JSON.stringify(input)}?` }),
    ]
    const secret = fc.stringMatching(/^[A-Z0-9]{6,20}$/)
    fc.assert(
      fc.property(secret, fc.constantFrom(...schemas), (value, schema) => {
        const message = messageFor(schema, { KEY: value })
        expect(message).not.toContain(value)
        expect(message).toContain('\n- ')
      }),
    )
  })

  it('cannot become JSON, so that a loader does not send all of it', () => {
    const settings = env(Settings, right)
    expect(() => JSON.stringify({ settings })).toThrow('Return the variables that the page needs')
    expect(JSON.stringify({ port: settings.PORT })).toBe('{"port":3000}')
    expect(Object.keys(settings)).not.toContain('toJSON')
    const named = env(z.looseObject({}), { DEV: 'true', PROD: 'false', KEY: 'secret' })
    expect(() => JSON.stringify(named)).toThrow(TypeError)
  })

  it('reads the public variables of import.meta.env, which may become JSON', () => {
    const source = { MODE: 'test', DEV: true, PROD: false, VITE_MAP: 'https://maps.example.com' }
    const settings = env(z.object({ VITE_MAP: z.url() }), source)
    expect(JSON.stringify(settings)).toBe('{"VITE_MAP":"https://maps.example.com"}')
  })

  it('keeps what is not a string, such as the bindings of a Worker, and reads them once', () => {
    const database = { prepare() {} }
    const bindings = { DB: database, NAME: 'shop' }
    const schema = z.object({ DB: z.custom<typeof database>(Boolean), NAME: z.string() })
    const settings = env(schema, bindings)
    expect(settings.DB).toBe(database)
    expect(env(schema, bindings)).toBe(settings)
    expect(env(schema, { ...bindings })).not.toBe(settings)
  })

  it('does not change afterwards', () => {
    const settings = env(Settings, right) as Record<string, unknown>
    expect(() => (settings['PORT'] = 1)).toThrow(TypeError)
  })

  it('refuses what is not a synchronous schema of an object', () => {
    expect(() => env({} as never, right)).toThrow('env() takes a schema of an object')
    expect(() => env(null as never, right)).toThrow('not null')
    expect(() => env(z.any().transform(() => 1) as never, right)).toThrow('returned "number"')
    const late = z.object({ KEY: z.string() }).refine(async () => true)
    expect(() => env(late, { KEY: 'x' })).toThrow('a synchronous schema')
    expect(() => env(Settings, null as never)).toThrow('env() has nothing to read')
  })
})
