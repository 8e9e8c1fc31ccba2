import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { toCurl, toRequest, urlOf, type Attack } from './attack.ts'

const plain: Attack = {
  method: 'GET',
  origin: 'http://localhost',
  path: '/books',
  query: [],
  headers: [],
  body: undefined,
}

/** What bash passes to the program. */
function argumentsOf(command: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }; ${command}`
  return spawnSync('bash', ['-c', script], { encoding: 'utf8' }).stdout.split('\0').slice(0, -1)
}

describe('the command of an attack', () => {
  it('has what differs from a plain request', () => {
    expect(toCurl(plain)).toBe("curl --path-as-is 'http://localhost:3000/books'")
    expect(toCurl({ ...plain, method: 'HEAD', path: '//x', query: ['a=1', 'b=%'] })).toBe(
      "curl --path-as-is --head 'http://localhost:3000//x?a=1&b=%'",
    )
    expect(
      toCurl({
        ...plain,
        method: 'POST',
        origin: 'http://api.example.com',
        headers: [['Content-Type', 'application/json']],
        body: JSON.stringify({ title: "it's \uD800" }),
      }),
    ).toBe(
      String.raw`curl --path-as-is -X POST -H 'Host: api.example.com' -H 'Content-Type: application/json' --data-binary '{"title":"it'\''s \ud800"}' 'http://localhost:3000/books'`,
    )
  })

  it('is short for a long text', () => {
    const command = toCurl({ ...plain, query: [`q=${'a'.repeat(65_536)}&b=1`] })
    expect(command.length).toBeLessThan(150)
    expect(argumentsOf(command).at(-1)).toBe(
      `http://localhost:3000/books?q=${'a'.repeat(65_536)}&b=1`,
    )
  })

  it('means the same to bash, whatever is in it', () => {
    const texts = Array.from({ length: 100 }, () =>
      String.fromCodePoint(
        ...Array.from({ length: 10 }, () => 1 + Math.floor(Math.random() * 0x300)),
      ),
    )
    const samples = [...texts, `'`, `\\`, `a\r\nb`, `$(date)`, '`date`', '!!', `\x7f`, '“é”']
    // A command cannot contain NUL.
    const bodies = samples.map((text) => text.replaceAll('\0', ''))
    const commands = bodies.map((body) => toCurl({ ...plain, method: 'POST', body }))
    const args = argumentsOf(commands.join('; '))
    const received = args.flatMap((arg, i) => (arg === '--data-binary' ? [args[i + 1]] : []))
    expect(received).toEqual(bodies)
  })
})

describe('the request of an attack', () => {
  it('has a URL as a server reads it', () => {
    expect(urlOf({ ...plain, path: '/x/%2e%2e/admin//' })).toBe('http://localhost/admin//')
    expect(urlOf({ ...plain, path: '/%zz', query: ['%'] })).toBe('http://localhost/%zz?%')
  })

  it('has the bytes of its body', async () => {
    const request = toRequest({ ...plain, method: 'POST', body: 'a=1&__proto__=2' })!
    expect(await request.text()).toBe('a=1&__proto__=2')
  })
})
