// Runs blocks marked with `run`, sends apps the requests in the comments of their page, and exports them as files.
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createServer } from 'vite'
import type { framework } from '../../src/tools/vite/index.ts'
import { patience } from '../../src/internal/fixtures/patience.fixture.ts'
import { position, type Example } from './examples.ts'
import { readBlocks, root, type Block } from './pages.ts'
import { readExports, readRequests, type TriedRequest } from './tried-requests.ts'

/** The plugin of the packed package. Apps that import our sources would transform all of them, one app after the other. */
type FrameworkPlugin = typeof framework

/** @returns The mistakes, each with its page and line */
export async function runExamples(
  examples: readonly Example[],
  workspace: string,
): Promise<string[]> {
  const plugin = join(workspace, 'node_modules/framework/dist/tools/vite/index.js')
  const { framework } = (await import(plugin)) as { framework: FrameworkPlugin }

  // Programs run beside the apps, so that both cores have work.
  const found = await Promise.all([
    eachInTurn(examples, async (example) => [
      ...(await checkApp(example, framework)),
      ...(await checkExport(example, workspace)),
    ]),
    eachInTurn(examples, runPrograms),
  ])

  return found.flat(2)
}

async function eachInTurn(
  examples: readonly Example[],
  check: (example: Example) => Promise<string[]>,
): Promise<string[][]> {
  const mistakes: string[][] = []
  for (const example of examples) mistakes.push(await check(example))

  return mistakes
}

async function checkApp(example: Example, framework: FrameworkPlugin): Promise<string[]> {
  const requests = readRequests(example.page, example.name)
  if (requests.length > 0) return tryApp(example, requests, framework)

  return example.isApp
    ? [
        `${example.page.path}: no request checks the app "${example.name}". Add a comment <!-- try GET /path => 200 text -->.`,
      ]
    : []
}

/** Builds an app by its own `vite.config.ts`, and reads the files that the page names. */
async function checkExport({ page, name, folder }: Example, workspace: string): Promise<string[]> {
  const exported = readExports(page, name)
  if (exported.length === 0) return []

  try {
    const program = join(workspace, 'node_modules/framework/dist/tools/cli/main.js')
    await runNode([program, 'build'], folder)
  } catch (error) {
    return [`${page.path}: cannot be exported: ${messageOf(error)}`]
  }

  const mistakes: string[] = []
  for (const { line, file, text } of exported) {
    const written = await readFile(join(folder, 'build/client', file), 'utf8').catch(messageOf)
    if (written.includes(text)) continue
    mistakes.push(
      `${page.path}:${line}: ${file} has no ${JSON.stringify(text)}:\n${written.slice(0, 1500)}`,
    )
  }

  return mistakes
}

async function runPrograms({ folder, files }: Example): Promise<string[]> {
  const mistakes: string[] = []
  for (const { name, block } of files) {
    if ('run' in block.options) mistakes.push(...(await runBlock(join(folder, name), block)))
  }

  return mistakes
}

/** Runs a block with Node. If a text block marked with `output` follows, the program must print that text. */
async function runBlock(file: string, block: Block): Promise<string[]> {
  const blocks = readBlocks(block.page)
  const next = blocks[blocks.findIndex(({ line }) => line === block.line) + 1]
  const expected = next && 'output' in next.options ? next.code : undefined
  try {
    const { stdout } = await runNode(['--no-warnings', file], join(file, '..'))
    if (expected === undefined || stdout === expected) return []
    return [`${position(block)}: prints\n${stdout}instead of\n${expected}`]
  } catch (error) {
    return [`${position(block)}: does not run: ${messageOf(error)}`]
  }
}

function runNode(args: readonly string[], cwd: string): Promise<{ stdout: string }> {
  const node = join(root, 'node_modules/.bin/node')
  return promisify(execFile)(node, args, { cwd, timeout: patience })
}

function messageOf(error: unknown): string {
  return (error as { stderr?: string }).stderr || String(error)
}

/** Serves an app, and sends the requests as one visitor. */
async function tryApp(
  { page, folder }: Example,
  requests: readonly TriedRequest[],
  framework: FrameworkPlugin,
): Promise<string[]> {
  const server = await createServer({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    plugins: [framework()],
    server: { port: 0, watch: null, ws: false },
    optimizeDeps: { noDiscovery: true, include: [] },
  })
  const mistakes: string[] = []
  const logged: unknown[][] = []
  const { error: logError } = console
  console.error = (...args: unknown[]) => void logged.push(args) // Some examples fail on purpose.
  try {
    await server.listen()
    const origin = `http://localhost:${(server.httpServer!.address() as AddressInfo).port}`
    const cookies = new Map<string, string>()

    for (const { line, method, path, body, status, text } of requests) {
      const response = await fetch(origin + path, {
        method,
        body: body === undefined ? null : readBody(body),
        headers: { Cookie: Array.from(cookies, (pair) => pair.join('=')).join('; ') },
        redirect: 'manual',
      })
      for (const cookie of response.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!
        cookies.set(name!, value!)
      }
      const seen = `${response.headers.get('Location') ?? ''}\n${await response.text()}`
      if (response.status !== status || !seen.includes(text)) {
        mistakes.push(
          `${page.path}:${line}: ${method} ${path} returns ${response.status} instead of ${status} with ${JSON.stringify(text)}:\n${seen.slice(0, 1500)}`,
        )
      }
    }
  } finally {
    await server.close()
    console.error = logError
    if (mistakes.length > 0) for (const args of logged) console.error(...args)
  }

  return mistakes
}

function readBody(text: string): BodyInit {
  if (!text.startsWith('multipart:')) return new URLSearchParams(text)

  const form = new FormData()
  for (const [name, value] of new URLSearchParams(text.slice('multipart:'.length))) {
    const file = value.startsWith('@') ? value.slice(1) : undefined
    const type = `image/${file?.split('.').at(-1)}`
    if (file === undefined) form.append(name, value)
    else form.append(name, new File(['small'], file, { type }))
  }

  return form
}
