import { describe, expect, it } from 'vitest'
import { createOldApp, move, reactRouter, remix } from './old-app.fixture.ts'

describe('migrate: a server of the app itself', () => {
  it('is one item, also in the words of Hono, and the file that loads its build is not run', async () => {
    const { read, report } = await move(
      createOldApp({
        ...reactRouter,
        'package.json': reactRouter['package.json']!.replace(
          '"dev": "react-router dev"',
          '"dev": "react-router dev", "start": "cross-env A=1 node ."',
        ),
        'index.js': "import 'dotenv/config'\nawait import('./build/server/index.js')\n",
        'server/index.ts': [
          "import type { ServerBuild } from 'react-router'",
          "import { createHonoServer } from 'react-router-hono-server/node'",
          "declare module 'react-router' {",
          '  interface AppLoadContext { build: ServerBuild }',
          '}',
          'export default createHonoServer({ getLoadContext: () => ({}) })',
          '',
        ].join('\n'),
      }),
    )
    expect(JSON.parse(read('package.json')!).scripts.start).toBe('cross-env A=1 framework start')
    const [server, ...others] = report!.left.filter(({ file }) => file === 'server/index.ts')
    expect(others).toEqual([])
    expect(server!.text).toMatch(/^This server runs the old app.*Line 6: getLoadContext becomes/)
  })
})

describe('migrate: the same item for several lines of a file', () => {
  it('is one', async () => {
    const { report } = await move(
      createOldApp({
        ...remix,
        Dockerfile: 'FROM node:18 AS a\nFROM node:18 AS b\nRUN remix-serve x\nRUN remix-serve y\n',
      }),
    )
    expect(report?.left.map(({ line, text }) => `${line} ${text}`)).toEqual([
      '1 The app needs Node 22.22 or newer. Write: FROM node:22 AS a',
      '2 The app needs Node 22.22 or newer. Write: FROM node:22 AS b',
      '3 The old server is gone. Write: npx framework start Also in line 4.',
    ])
  })
})
