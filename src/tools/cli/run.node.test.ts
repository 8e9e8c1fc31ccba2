import { describe, expect, it } from 'vitest'
import manifest from '../../../package.json' with { type: 'json' }
import { checkViteVersion } from './project.ts'
import { run } from './run.ts'

async function call(...args: string[]) {
  const out: string[] = []
  const error: string[] = []
  const code = await run(args, { out: (text) => out.push(text), error: (text) => error.push(text) })
  return { code, out: out.join('\n'), error: error.join('\n') }
}

describe('framework', () => {
  it('lists its commands', async () => {
    const { code, out } = await call('--help')
    expect(code).toBe(0)
    expect(out).toContain('framework <command> [options]')
    for (const name of ['dev', 'build', 'start', 'routes', 'check', 'prove'])
      expect(out).toContain(`  ${name}`)
  })

  it.each(['-h', 'help'])('lists its commands for %s', async (name) => {
    expect(await call(name)).toEqual(await call('--help'))
  })

  it('helps with a command', async () => {
    expect(await call('help', 'dev')).toEqual(await call('dev', '--help'))
    const { code, error } = await call('help', 'serve')
    expect(code).toBe(1)
    expect(error).toContain('Cannot find the command "serve".')
  })

  it.each(['--version', '-v', 'version'])('has a version: %s', async (name) => {
    expect(await call(name)).toEqual({ code: 0, out: manifest.version, error: '' })
  })

  it('fails without a command, and lists the commands', async () => {
    const { code, out, error } = await call()
    expect(code).toBe(1)
    expect(out).toBe('')
    expect(error).toContain('framework <command> [options]')
  })

  it('fails for an unknown command', async () => {
    const { code, error } = await call('serve')
    expect(code).toBe(1)
    expect(error).toContain('Cannot find the command "serve".')
    expect((await call('constructor')).code).toBe(1)
  })

  it.each(['dev', 'build', 'start', 'routes', 'check', 'prove'])('%s has --help', async (name) => {
    const { code, out } = await call(name, '--help')
    expect(code).toBe(0)
    expect(out).toContain(`framework ${name} [options]`)
    expect(out).toContain('--help')
    expect((await call(name, '-h')).out).toBe(out)
  })

  it.each(['dev', 'build', 'start', 'routes', 'check', 'prove'])(
    '%s refuses an unknown option',
    async (name) => {
      const { code, error } = await call(name, '--nope')
      expect(code).toBe(1)
      expect(error).toContain("'--nope'")
      expect(error).toContain(`To see the options, run: npx framework ${name} --help`)
    },
  )

  it('refuses an invalid port', async () => {
    expect(await call('dev', '--port', 'x')).toMatchObject({
      code: 1,
      error: 'Cannot listen on --port "x". Use a number from 0 to 65535.',
    })
  })

  it('refuses to explain something that is not a path', async () => {
    const { code, error } = await call('routes', '--explain', 'books')
    expect(code).toBe(1)
    expect(error).toContain('Cannot explain "books". Use a path such as "/books/1".')
  })
})

describe('checkViteVersion', () => {
  it('refuses a Vite that is too old', () => {
    expect(() => checkViteVersion('7.3.1')).toThrow(
      'Cannot use Vite 7.3.1: the framework needs Vite 8 or newer. Run: npm install --save-dev vite@8 @vitejs/plugin-react@6',
    )
    expect(() => checkViteVersion('8.0.0')).not.toThrow()
    expect(() => checkViteVersion('10.0.0-beta.1')).not.toThrow()
  })
})
