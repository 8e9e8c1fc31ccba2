import { describe, expect, it } from 'vitest'
import { createOldApp, move, remix, type Files } from './old-app.fixture.ts'

const packed = () =>
  Promise.resolve({
    version: 'file:vendor/framework-1.0.0.tgz',
    file: ['vendor/framework-1.0.0.tgz', Buffer.from('packed')] as const,
  })

async function leftIn(files: Files, framework?: typeof packed): Promise<string[]> {
  const { report, read } = await move(
    createOldApp({ ...remix, ...files }),
    framework && { framework },
  )
  for (const [path, text] of Object.entries(files)) expect(read(path)).toBe(text)
  return (report?.left ?? []).map(({ file, line, text }) => `${file}:${line} ${text}`)
}

describe('migrate: where an app runs', () => {
  it('lists the lines of a container to change: the image, and the copy of the packed framework', async () => {
    const lines = [
      'FROM node:18-bullseye-slim as base',
      'ARG NODE_VERSION=20.9.0',
      'FROM base as deps',
      'COPY package.json package-lock.json ./',
      'RUN npm ci --omit=dev',
      'FROM base as build',
      'COPY . .',
      'RUN npm ci && npm run build',
      'FROM node:22-slim',
      'CMD ["npx", "remix-serve", "build"]',
    ]
    expect(await leftIn({ Dockerfile: lines.join('\n') }, packed)).toEqual([
      'Dockerfile:1 The app needs Node 22.22 or newer. Write: FROM node:22-bullseye-slim as base',
      'Dockerfile:2 The app needs Node 22.22 or newer. Write: ARG NODE_VERSION=22',
      'Dockerfile:5 The framework is installed from vendor/. Above this line, write: COPY vendor ./vendor',
      'Dockerfile:10 The old server is gone. Write: npx framework start',
    ])
    // Without the packed framework, nothing has to be copied.
    expect((await leftIn({ Dockerfile: lines.join('\n') })).join()).not.toContain('vendor')
  })

  it('lists the versions of Node in CI and on a computer', async () => {
    expect(
      await leftIn({
        '.github/workflows/test.yml':
          'steps:\n  - with:\n      node-version: 18\n  - with:\n      node-version: 24\n',
        '.nvmrc': 'v18.19.0\n',
        '.tool-versions': 'python 3.12\nnodejs 20.1.0\n',
      }),
    ).toEqual([
      '.github/workflows/test.yml:3 The app needs Node 22.22 or newer. Write: node-version: 22',
      '.nvmrc:1 The app needs Node 22.22 or newer. Write: v22',
      '.tool-versions:2 The app needs Node 22.22 or newer. Write: nodejs 22',
    ])
  })

  it('raises the Node of engines', async () => {
    const engines = async (node: string): Promise<unknown> => {
      const manifest = { ...JSON.parse(remix['package.json']!), engines: { node, npm: '>=8' } }
      const { read } = await move(
        createOldApp({ ...remix, 'package.json': JSON.stringify(manifest) }),
      )
      return JSON.parse(read('package.json')!).engines
    }
    expect(await engines('>=18.0.0')).toEqual({ node: '>=22.22', npm: '>=8' })
    expect(await engines('24.x')).toEqual({ node: '24.x', npm: '>=8' })
  })
})
