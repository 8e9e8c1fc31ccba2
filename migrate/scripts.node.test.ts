import { describe, expect, it } from 'vitest'
import { moveScripts } from './scripts.ts'

const servers = ['server.js', 'server/index.js']

/** Moves one script. Returns its new text, and the words that went. */
function moved(script: string, name = 'dev'): { text: string | undefined; lost: string[] } {
  const { changed, lost } = moveScripts({ [name]: script }, servers)
  return {
    text: changed.has(name) ? changed.get(name) : script,
    lost: [...(lost.get(name) ?? [])],
  }
}

describe('migrate: a script', () => {
  it.each([
    ['remix dev', 'framework dev'],
    ['remix vite:dev', 'framework dev'],
    [
      'cross-env NODE_ENV=development react-router dev',
      'cross-env NODE_ENV=development framework dev',
    ],
    ['npx remix build', 'framework build'],
    ['remix build && remix-serve build', 'framework build && framework start'],
    ['remix-serve ./build/server/index.js', 'framework start'],
    ['react-router typegen && tsc', 'tsc'],
    ['react-router typegen; react-router build', 'framework build'],
    ['vite build && vite build --ssr', 'framework build'],
    ['prisma generate && remix vite:build', 'prisma generate && framework build'],
    ['dotenv -e .env -- react-router dev', 'dotenv -e .env -- framework dev'],
    ['tsx watch ./server.js', 'framework dev'],
    ['cross-env MOCKS=true node ./server/index.js', 'cross-env MOCKS=true framework dev'],
    ['remix dev > dev.log 2>&1', 'framework dev > dev.log 2>&1'],
    ['echo "remix"', 'echo "remix"'],
  ])('%s becomes %s', (script, text) => {
    expect(moved(script)).toEqual({ text, lost: [] })
  })

  it('keeps the options of the old tool that the framework has', () => {
    expect(moved('react-router dev --port 3001 --mode=staging')).toEqual({
      text: 'framework dev --port 3001 --mode=staging',
      lost: [],
    })
    expect(moved('react-router dev --host --port 3001').text).toBe(
      'framework dev --host 0.0.0.0 --port 3001',
    )
  })

  it('names each word that goes', () => {
    expect(moved('remix dev -c "node ./server.js" --manual')).toEqual({
      text: 'framework dev',
      lost: ['-c "node ./server.js"', '--manual'],
    })
    expect(moved('node --require dotenv/config --inspect ./server.js --verbose', 'start')).toEqual({
      text: 'framework start',
      lost: ['--require dotenv/config', '--inspect', '--verbose'],
    })
  })

  it('changes commands in quotes, and keeps what is behind them', () => {
    expect(moved('concurrently "npm:css" "react-router dev" --names css,app')).toEqual({
      text: 'concurrently "npm:css" "framework dev" --names css,app',
      lost: [],
    })
    expect(
      moved("start-server-and-test 'react-router dev' http://localhost:3000 'cypress open'").text,
    ).toBe("start-server-and-test 'framework dev' http://localhost:3000 'cypress open'")
    expect(moved('concurrently "react-router typegen --watch" "react-router dev"').text).toBe(
      'concurrently "framework dev"',
    )
    expect(moved(`dotenv -- sh -c "remix build && node x.js"`).text).toBe(
      `dotenv -- sh -c "framework build && node x.js"`,
    )
  })

  it('stays if a word only contains the name of the old tool', () => {
    const script = 'npm run @remix-run/dev:remix dev'
    expect(moved(script)).toEqual({ text: script, lost: [] })
    expect(moved('node tools/remix dev.js', 'x').text).toBe('node tools/remix dev.js')
  })

  it('of which nothing is left goes, with the steps that run it', () => {
    const { changed } = moveScripts(
      {
        setup: 'remix setup',
        typegen: 'react-router typegen',
        postinstall: 'npm run setup && prisma generate',
        check: 'run-p typegen lint',
        server: 'esbuild ./server.js --outfile=build/server.js',
        build: 'npm run server && remix build',
      },
      servers,
    )
    expect(Object.fromEntries(changed)).toEqual({
      setup: undefined,
      typegen: undefined,
      postinstall: 'prisma generate',
      check: 'run-p lint',
      server: undefined,
      build: 'framework build',
    })
  })
})
