import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createFrontServer } from './engines/front-server.ts'
import { buildApp, startApp, type RunningApp } from './setup/app-process.ts'
import { openWindow } from './support/open-tab.ts'
import { createVisitor, sharedBrowser, type Visitor } from './support/visitor.ts'

const folder = (): string => join(inject('workspace'), 'live')
const mode = { served: 'build', javaScript: true } as const
const isStream = (url: string): boolean => /[?&]_data=;live=\d/.test(url)

let app: RunningApp
let notes = 0

beforeAll(async () => {
  await buildApp(folder())
  app = await startApp(folder(), 'start')
})
afterAll(() => app.stop())

/** The path of a note that no other test uses. */
function newNote(): string {
  return `/notes/n${++notes}`
}

/** Opens a page in a window, and waits until it follows what it shows. */
async function follow(path: string, url = app.url): Promise<Visitor> {
  const visitor = await createVisitor(url, mode)
  const stream = visitor.page.waitForRequest((request) => isStream(request.url()))
  await visitor.open(path)
  await stream
  return visitor
}

/** Writes a note as another visitor does. */
async function write(path: string, text: string): Promise<void> {
  const response = await fetch(app.url + path, {
    method: 'POST',
    body: new URLSearchParams({ text }),
    headers: { Origin: app.url },
    redirect: 'manual',
  })
  expect(response.status).toBe(200)
}

describe('a live page', () => {
  it('shows what another visitor writes', async () => {
    const path = newNote()
    const ada = await follow(path)
    const bob = await follow(path)
    await bob.page.fill('input', 'Hello')
    await bob.page.click('text=Save')
    await bob.reads('#text', 'Hello')
    await ada.reads('#text', 'Hello')
    await ada.page.fill('input', 'Hello, Bob')
    await ada.page.click('text=Save')
    await bob.reads('#text', 'Hello, Bob')
    for (const { complaints, context } of [ada, bob]) {
      expect(complaints).toEqual([])
      await context.close()
    }
  })

  it('keeps typed text, focus and scroll position, and shows nothing as pending', async () => {
    const path = newNote()
    const { page, context, complaints, reads } = await follow(path)
    await page.focus('input')
    await page.keyboard.type('My draft')
    const before = await page.evaluate(() => scrollY)
    expect(before).toBeGreaterThan(0)
    await write(path, 'Changed')
    await reads('#text', 'Changed')
    expect(await page.inputValue('input')).toBe('My draft')
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT')
    expect(await page.evaluate(() => scrollY)).toBe(before)
    const states = await page.evaluate(() => (window as { states?: string[] }).states)
    expect(states).toEqual(['idle/idle'])
    expect(await page.textContent('[aria-live=polite]')).toBe('')
    await page.keyboard.type(', continued')
    expect(await page.inputValue('input')).toBe('My draft, continued')
    expect(complaints).toEqual([])
    await context.close()
  })

  it('shows what was written while the visitor was on another page or document', async () => {
    const path = newNote()
    const { page, context, reads } = await follow(path)
    await page.click('text=Notes')
    await reads('h1', 'Notes')
    await write(path, 'While away')
    await page.goBack()
    await reads('#text', 'While away')

    await page.goto('about:blank')
    await write(path, 'While elsewhere')
    await page.goBack()
    await reads('#text', 'While elsewhere')
    await write(path, 'After that')
    await reads('#text', 'After that')
    await context.close()
  })

  it('leaves connections for others in ten windows over HTTP/1.1', async () => {
    const path = newNote()
    const window = await openWindow(await sharedBrowser(), app.url, true)
    const streams = new Set<object>()
    window.on('request', (request) => isStream(request.url()) && streams.add(request))
    window.on('requestfinished', (request) => streams.delete(request))
    window.on('requestfailed', (request) => streams.delete(request))
    const tabs: Visitor[] = []
    for (let i = 0; i < 10; i++) {
      const tab = await createVisitor(app.url, mode, window)
      await tab.open(path)
      tabs.push(tab)
    }
    await expect.poll(() => streams.size).toBe(4)
    // The others can still navigate and submit.
    const last = tabs.at(-1)!
    await last.page.fill('input', 'From the last')
    await last.page.click('text=Save')
    await last.reads('#text', 'From the last')
    await tabs[0]!.reads('#text', 'From the last')
    await expect.poll(() => streams.size).toBe(4)
    await window.close()
  })

  it('polls behind a proxy that buffers', async () => {
    const path = newNote()
    const front = await createFrontServer(app.url)
    const streams = front.hold(/_data=;live=\d/)
    const visitor = await createVisitor(front.url, mode)
    await visitor.open(path)
    const stream = await streams.next()
    // Its response would come when the stream has ended.
    void stream.passOn().catch(() => {})
    await write(path, 'Behind a proxy')
    await visitor.reads('#text', 'Behind a proxy')
    expect(front.requests.some((line) => /_data=[^;]+;live=;tab=/.test(line))).toBe(true)
    await visitor.context.close()
    await front.close()
  })
})

describe('the JavaScript of live pages', () => {
  const names = (): string[] => readdirSync(join(folder(), 'build/client/assets'))
  const size = (name: string): number =>
    gzipSync(readFileSync(join(folder(), 'build/client/assets', name)), { level: 9 }).length

  it('is a file that other pages do not load', async () => {
    const loaded: string[] = []
    const { page, context, open } = await createVisitor(app.url, mode)
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
    await open('/')
    await page.waitForLoadState('networkidle')
    const [live, ...others] = names().filter((name) => /^live-.*\.js$/.test(name))
    expect(others).toEqual([])
    expect(loaded).not.toContain(`/assets/${live}`)
    const router = names().find((name) => /^start-router-.*\.js$/.test(name))!
    console.log(
      `client JavaScript of live pages: ${live} ${size(live!)}, ${router} ${size(router)}`,
    )
    expect(size(live!)).toBeLessThanOrEqual(budget)
    await context.close()
  })
})

/** The budget for the file, in bytes with gzip. Raise it only on purpose. */
const budget = 2090
