import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { startApp } from './setup/app-process.ts'
import { createVisitor } from './support/visitor.ts'

/** The budget for the JavaScript that the document names, for a page with 50 links and a form. */
const budget = 70_100

/** The budget including the client router, which loads after the page (decisions/030, 031 and 041). Raise it only on purpose. */
const budgetWithRouter = 81_100

/** The budgets for the code that knows who is signed in, and for that of drafts, in an app with `visitor` (decisions/041). */
const budgetOfKeeper = 1_640
const budgetOfDrafts = 4_320

describe('the client JavaScript of a page of 50 links and a form', () => {
  const folder = (): string => join(inject('workspace'), 'page')
  let loaded: string[] = []
  let named: string[] = []

  beforeAll(async () => {
    const app = await startApp(folder(), 'start')
    const visitor = await createVisitor(app.url, { served: 'build', javaScript: true })
    visitor.page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.endsWith('.js')) loaded.push(pathname)
    })
    const response = await visitor.open('/')
    await visitor.page.waitForLoadState('networkidle')
    named = [...(await response.text()).matchAll(/\/assets\/[\w.$-]+\.js/g)].map(([url]) => url)
    await visitor.context.close()
    await app.stop()
  })

  it('fits the budget with every static import followed from what the document names', () => {
    const files = staticClosure(folder(), named)
    const bytes = total(folder(), files)
    console.log(`client JavaScript, static imports: ${report(folder(), files)} = ${bytes} bytes`)
    expect(bytes).toBeLessThanOrEqual(budget)
  })

  it('has the code of deferred data in small files, which this page does not load', () => {
    const files = readdirSync(join(folder(), 'build/client/assets'))
      .filter((name) => /^(?:deferred-blocks|deferred-values|read-lines)-.*\.js$/.test(name))
      .map((name) => `/assets/${name}`)
    expect(files).toHaveLength(3)
    for (const file of files) {
      expect(loaded).not.toContain(file)
      expect(size(folder(), file)).toBeLessThanOrEqual(1500)
    }
  })

  it('has the code of drafts in two files, which an app without visitor does not load', () => {
    const sizeOf = (name: string): number => {
      const assets = readdirSync(join(folder(), 'build/client/assets'))
      const [file, ...others] = assets.filter((one) => new RegExp(`^${name}-[^.]+\\.js$`).test(one))
      expect([file, others]).toEqual([expect.any(String), []])
      expect(loaded).not.toContain(`/assets/${file}`)
      return size(folder(), `/assets/${file}`)
    }
    const bytes = { keeper: sizeOf('draft-keeper'), drafts: sizeOf('drafts') }
    console.log('client JavaScript of drafts:', bytes)
    expect(bytes.keeper).toBeLessThanOrEqual(budgetOfKeeper)
    expect(bytes.drafts).toBeLessThanOrEqual(budgetOfDrafts)
  })

  it('stays where it is with everything that a browser loads, the router included', () => {
    const files = [...new Set(loaded)]
    const bytes = total(folder(), files)
    console.log(`client JavaScript, all of it: ${report(folder(), files)} = ${bytes} bytes`)
    expect(files.length).toBeGreaterThan(0)
    expect(bytes).toBeLessThanOrEqual(budgetWithRouter)
  })
})

/** The budget for `useFields()`, in pages that use it (decisions/021). */
const budgetOfFields = 3_200

/** The budget for the buttons of lists, in pages whose form has a list. The last 30 bytes tell drafts of a press (DR-13). */
const budgetOfButtons = 530

describe('the client JavaScript of a form', () => {
  const folder = (): string => join(inject('workspace'), 'site')

  it('has the buttons of lists in a file that only a form with a list loads', async () => {
    const visitor = await createVisitor(inject('site').build, { served: 'build', javaScript: true })
    const loaded = async (path: string, files: number): Promise<string[]> => {
      const found: string[] = []
      visitor.page.on('request', (request) => {
        const { pathname } = new URL(request.url())
        if (/\/(?:use-fields|press-button)-.*\.js$/.test(pathname)) found.push(pathname)
      })
      await visitor.open(path)
      await expect.poll(() => found.length, { message: path }).toBe(files)
      await visitor.page.waitForLoadState('networkidle')
      return found.toSorted()
    }
    const [fields, ...none] = await loaded('/register', 1)
    const [buttons, ...others] = await loaded('/rows', 2)
    await visitor.context.close()

    expect(none).toEqual([])
    expect(others).toEqual([fields])
    console.log(`client JavaScript of a form: ${report(folder(), [fields!, buttons!])}`)
    expect(size(folder(), fields!)).toBeLessThanOrEqual(budgetOfFields)
    expect(size(folder(), buttons!)).toBeLessThanOrEqual(budgetOfButtons)
  })
})

/** Returns the files and everything that they import statically. */
function staticClosure(folder: string, urls: readonly string[]): string[] {
  const found = new Set<string>()
  const follow = (url: string): void => {
    if (found.has(url)) return
    found.add(url)
    const code = readFileSync(join(folder, 'build/client', url), 'utf8')
    for (const [, path] of code.matchAll(/(?:\bfrom|\bimport)\s*["']([^"']+\.js)["']/g)) {
      follow(new URL(path!, `http://app${url}`).pathname)
    }
  }
  for (const url of urls) follow(url)
  return [...found]
}

function report(folder: string, urls: readonly string[]): string {
  return urls.map((url) => `${url.slice('/assets/'.length)} ${size(folder, url)}`).join(' + ')
}

function total(folder: string, urls: readonly string[]): number {
  return urls.reduce((sum, url) => sum + size(folder, url), 0)
}

function size(folder: string, url: string): number {
  return gzipSync(readFileSync(join(folder, 'build/client', url)), { level: 9 }).length
}
