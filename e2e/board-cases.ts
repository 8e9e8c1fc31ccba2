import type { Page } from 'playwright-core'
import { describe, expect, inject } from 'vitest'
import { describePending } from './engines/cases/pending.ts'
import { useEngine } from './engines/visitor.ts'
import { holdData, type HeldRequest } from './support/hold-data.ts'
import { holdScripts } from './support/hold-scripts.ts'
import { becomesLive } from './support/open-tab.ts'
import { uniqueName } from './support/unique-name.ts'
import { createTest, openSharedEngine, type Visitor } from './support/visitor.ts'

const everyScript = /^/

/** What the client router adds to an app: pending states, fetchers, prefetching, scrolling and recovery. In StrictMode. */
export function describeBoard(served: 'dev' | 'build'): void {
  const test = createTest('board', { served, javaScript: true })

  // Firefox runs the same cases.
  describePending(
    useEngine(openSharedEngine, () => inject('board')[served]),
    served,
  )

  describe('data that is declared and deferred', () => {
    test('runs again only if it was written, and keeps its value until then', async ({
      visitor,
    }) => {
      const { page, open, reads } = visitor
      await open('/shelf')
      const count = () => page.locator('#counted').textContent()
      await expect.poll(count).toMatch(/^\d+$/)
      const loads = await page.locator('#loads').textContent()
      await page.click('text=Add a lamp')
      await reads('#fetchers', '0')
      await page.click('text=Red')
      await visitor.isAt('/shelf?colour=red')
      expect(await page.locator('#loads').textContent()).toBe(loads)

      const books = Number(await page.locator('#books').textContent())
      await page.click('text=Add a book')
      await expect
        .poll(async () => Number(await page.locator('#books').textContent()))
        .toBeGreaterThan(books)
      expect(await count()).toMatch(/^\d+$/)
      await expect.poll(count).toBe(await page.locator('#books').textContent())
      await page.click('text=Look')
      await expect.poll(() => page.locator('#seen').count()).toBe(1)
      await visitor.stayed()
    })

    test('renders the URL without the parameter for visitors without JavaScript', async ({
      visitor,
    }) => {
      const { open, reads } = visitor
      await open('/shelf?_wait&page=2')
      await reads('#here', '/shelf?page=2')
    })

    test('a link with viewTransition animates, and going back does not', async ({ visitor }) => {
      const { page, open, reads } = visitor
      await page.addInitScript(() => {
        const glides: string[] = []
        const start = Document.prototype.startViewTransition
        Document.prototype.startViewTransition = function (options) {
          glides.push([...((options as { types?: string[] }).types ?? [])].join())
          return start.call(this, options)
        }
        Object.assign(window, { glides })
      })
      const glides = () => page.evaluate(() => (window as unknown as { glides: string[] }).glides)
      await open('/')
      await page.click('text=One')
      await reads('h1', 'Page one')
      expect(await glides()).toEqual([])
      await page.click('text=Shelf')
      await reads('h1', 'Shelf')
      expect(await glides()).toEqual(['navigation'])
      await page.goBack()
      await reads('h1', 'Page one')
      expect(await glides()).toEqual(['navigation'])
    })
  })

  describe('pending page transitions', () => {
    test('a GET form that is redirected is loading/loaderSubmissionRedirect', async ({
      visitor,
    }) => {
      const { page, open, reads } = visitor
      await open('/search')
      const held = await holdData(page)
      await page.fill('[aria-label=Value]', 'lucky')
      await page.click('text=Find')
      await reads('#transition', 'submitting/loaderSubmission')
      await held.release()
      await reads('#transition', 'loading/loaderSubmissionRedirect')
      await reads('#sent', 'GET lucky')
      await held.release()
      await reads('h1', 'Page lucky')
    })

    test('an action with data is submitting/actionSubmission until its response brings the page', async ({
      visitor,
    }) => {
      const { page, open, reads } = visitor
      await open('/save')
      const held = await holdData(page)
      const value = uniqueName()
      await save(page, value)
      await reads('#transition', 'submitting/actionSubmission')
      await reads('#sent', `POST ${value}`)
      await held.release()
      await reads('#saved', value)
      await reads('#transition', 'idle/idle')
      await reads('#result', `saved ${value}`)
    })

    test('a loader that redirects after the action is loading/actionRedirect', async ({
      visitor,
    }) => {
      const { page, open, reads } = visitor
      await open('/save')
      const held = await holdData(page)
      await save(page, 'away')
      await held.release()
      await reads('#transition', 'loading/actionRedirect')
      await held.release()
      await reads('h1', 'Page away')
    })

    test('a fetcher that redirects is loading/fetchActionRedirect or loading/redirect', async ({
      visitor,
    }) => {
      const { page, open, reads } = visitor
      await open('/fetch')
      const held = await holdData(page)
      await page.click('text=Post and go')
      await reads('#fetcher', 'submitting/actionSubmission')
      await reads('#transition', 'idle/idle')
      await held.release()
      await reads('#transition', 'loading/fetchActionRedirect')
      await held.release()
      await reads('h1', 'Page fetched')

      await page.click('text=Fetch')
      await held.release()
      await page.click('text=Load a redirect')
      await held.release()
      await reads('#transition', 'loading/redirect')
      await held.release()
      await reads('h1', 'Page six')
    })

    test('a page and its transition are never of two minds', async ({ visitor }) => {
      const { page, open, reads } = visitor
      await open('/page/one')
      await page.evaluate(() => {
        const seen = new Set<string>()
        Object.assign(window, { seen })
        const text = (selector: string) => document.querySelector(selector)?.textContent
        new MutationObserver(() => seen.add(`${text('#here')} ${text('h1')}`)).observe(document, {
          subtree: true,
          childList: true,
          characterData: true,
        })
      })
      for (let round = 0; round < 5; round++) {
        await page.click('text=Two')
        await page.click('text=One')
        await page.click('text=To three')
        await reads('h1', 'Page three')
      }
      const seen = await page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen])
      for (const pair of seen) expect(pair).toMatch(/^\/page\/(\w+) Page \1$/)
      expect(seen).toContain('/page/three Page three')
    })
  })

  describe('forms that the browser submits', () => {
    test('carry their verb into another tab, too', async ({ visitor }) => {
      const { page, open } = visitor
      await open('/verb')
      const [tab] = await Promise.all([
        visitor.context.waitForEvent('page'),
        page.click('text=Delete in a tab'),
      ])
      await expect.poll(() => tab.textContent('#what')).toBe('DELETE tab')
      await visitor.stayed()
    })

    test('are still fetchers when they navigate nowhere', async ({ visitor }) => {
      const { page, open, reads, isAt } = visitor
      await page.addInitScript(() => {
        // As on a site without https.
        Object.defineProperty(crypto, 'randomUUID', { value: undefined })
      })
      await open('/verb')
      const held = await holdData(page)
      await page.click('text=Put quietly')
      await reads('#fetchers', '1')
      await held.release()
      await reads('#fetchers', '0')
      await reads('#what', 'nothing')
      await isAt('/verb')
    })
  })

  describe('a page that takes long to render', () => {
    test('is there when the fetcher that changed it is done, whatever happens meanwhile', async ({
      visitor,
    }) => {
      const { page, open, reads, context } = visitor
      const post = (value: string): Promise<unknown> =>
        context.request.post('/gate', { form: { value } })
      await post('reset')
      await open('/gate')
      await reads('#gate', '0 idle/init idle/init idle')
      await page.evaluate(() => {
        const seen: string[] = []
        Object.assign(window, { seen })
        new MutationObserver(() => {
          const text = document.querySelector('#gate')?.textContent ?? 'nothing'
          if (seen.at(-1) !== text) seen.push(text)
        }).observe(document.body, { subtree: true, childList: true, characterData: true })
      })
      const held = await holdData(page)
      await page.click('text=First')
      await held.release()
      await reads('#gate', '0 loading/actionReload idle/init idle')
      await held.release()
      // The data has arrived and React waits for the gate. The first fetcher must not be done before its count shows.
      await page.waitForTimeout(100)
      await page.click('text=Second')
      const second = await held.next()
      await reads('#gate', '0 loading/actionReload submitting/actionSubmission idle')
      await reads('#fetchers', '2')
      await page.evaluate(() => window.openGate!(1))
      await reads('#gate', '1 idle/done submitting/actionSubmission idle')
      await reads('#fetchers', '1')
      await second.release()
      await held.release()
      await page.evaluate(() => window.openGate!(2))
      await reads('#gate', '2 idle/done idle/done idle')
      await reads('#fetchers', '0')
      expect(await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).toEqual([
        '0 submitting/actionSubmission idle/init idle',
        '0 loading/actionReload idle/init idle',
        '0 loading/actionReload submitting/actionSubmission idle',
        '1 idle/done submitting/actionSubmission idle',
        '1 idle/done loading/actionReload idle',
        '2 idle/done idle/done idle',
      ])
      await post('reset')
    })
  })

  describe('interruptions', () => {
    test('the same link twice is one entry', async ({ visitor }) => {
      const { page, open, reads } = visitor
      await open('/')
      const before = await page.evaluate(() => history.length)
      const held = await holdData(page)
      await page.click('text=One')
      await held.next()
      await page.click('text=One')
      await held.release()
      await reads('h1', 'Page one')
      expect(await page.evaluate(() => history.length)).toBe(before + 1)
    })

    describe.for([
      ['before the page is hydrated', everyScript],
      ['before the client router is loaded', /start-router/],
    ] as const)('%s', ([, scripts]) => {
      test.for([
        ['route', '/search', 'text=One', '#here', '/page/one', '/search'],
        ['param', '/page/one', 'text=Two', 'h1', 'Page two', 'Page one'],
        ['query', '/search?value=a', 'text=Find', '#found', 'b', 'a'],
      ] as const)('back to another %s shows its page', async (move, { visitor }) => {
        const [, from, link, selector, next, last] = move
        const { page, open, reads, isAt } = visitor
        await open(from)
        if (link === 'text=Find') await page.fill('[name=value]', 'b')
        await page.click(link)
        await reads(selector, next)
        const release = await holdScripts(page, scripts)
        await page.reload({ waitUntil: 'commit' })
        await reads(selector, next)
        if (scripts !== everyScript) await isHydrated(page)
        await page.evaluate(() => history.back())
        await isAt(from)
        release()
        await reads(selector, last)
        await reads('#here', from)
        await reads('#transition', 'idle/idle')
        await page.evaluate(() => history.forward())
        await reads(selector, next)
      })

      test('a link to a part of the page goes there, without new data', async ({ visitor }) => {
        const { page, open, reads, isAt } = visitor
        await open('/page/one')
        const release = await holdScripts(page, scripts)
        await page.reload({ waitUntil: 'commit' })
        await reads('h1', 'Page one')
        if (scripts !== everyScript) await isHydrated(page)
        const requests = dataRequests(page)
        await page.click('text=Bottom')
        await isAt('/page/one#bottom')
        release()
        await becomesLive(page)
        await page.click('text=Two')
        await reads('h1', 'Page two')
        expect(requests).toEqual(['/page/two'])
        await page.goBack()
        await reads('h1', 'Page one')
        await isAt('/page/one#bottom')
      })
    })

    test('what was typed before a part of the page is hydrated stays', async ({ visitor }) => {
      const { page, open, reads } = visitor
      await open('/')
      const release = await holdScripts(page, everyScript)
      await page.goto('/typed', { waitUntil: 'commit' })
      await page.fill('[aria-label=Title]', 'typed')
      await page.fill('[aria-label=Deferred]', 'typed')
      await page.fill('[aria-label=Text]', 'typed')
      const releaseLate = await holdScripts(page, /late-area/)
      release()
      await becomesLive(page)
      const texts = (): Promise<string[]> =>
        page
          .locator('input, textarea')
          .evaluateAll((fields: HTMLInputElement[]) => fields.map(({ value }) => value))
      expect(await texts()).toEqual(['typed', 'typed', 'stored', 'typed', 'stored'])
      await page.locator('[aria-label=Late]').pressSequentially('typed ')
      releaseLate()
      await page.waitForSelector('[data-late=yes]')
      expect((await texts()).at(-1)).toContain('typed ')
      await reads('#events', '0')

      await page.locator('[aria-label=Text]').pressSequentially(' on')
      expect((await texts())[1]).toBe('typed on')
      await reads('#events', '3')
    })

    test('a script that tidies the URL before the client router is loaded causes no request', async ({
      visitor,
    }) => {
      const { page, open, reads, isAt } = visitor
      await open('/')
      const release = await holdScripts(page, /start-router/)
      await page.goto('/page/one?from=mail', { waitUntil: 'commit' })
      await reads('#here', '/page/one?from=mail')
      await isHydrated(page)
      const requests = dataRequests(page)
      await page.evaluate(() => history.replaceState(history.state, '', '/page/one'))
      release()
      await reads('#here', '/page/one')
      expect(requests).toEqual([])
      await page.click('text=Two')
      await reads('h1', 'Page two')
      await page.goBack()
      await isAt('/page/one')
    })

    test('a click on a page that is being replaced belongs to that page', async ({ visitor }) => {
      const { page, open, reads } = visitor
      const list = uniqueName()
      await open(`/tasks/${list}`)
      await page.evaluate(() => {
        // The client router has the new page now, and React has not rendered it yet.
        const push = history.pushState.bind(history)
        history.pushState = (...args) => {
          push(...args)
          queueMicrotask(() =>
            document.querySelector<HTMLElement>('[aria-label="Toggle 3"]')!.click(),
          )
        }
      })
      const [request] = await Promise.all([
        page.waitForRequest((request) => request.method() === 'PATCH'),
        page.click('text=One'),
      ])
      expect(new URL(request.url()).pathname).toBe(`/tasks/${list}`)
      await reads('h1', 'Page one')
      await reads('#fetchers', '0')
    })
  })

  describe('fetchers', () => {
    test('a list of optimistic rows never goes back, whatever the order of responses', async ({
      visitor,
    }) => {
      const { page, open } = visitor
      await open(`/tasks/${uniqueName()}`)
      await page.evaluate(() => {
        const steps: string[] = []
        Object.assign(window, { steps })
        for (const button of document.querySelectorAll('[aria-label^=Toggle]')) {
          new MutationObserver(() => steps.push(button.textContent)).observe(button, {
            subtree: true,
            childList: true,
            characterData: true,
          })
        }
      })
      const held = await holdData(page)
      const patches = []
      for (let id = 0; id < 12; id++) {
        await page.click(`[aria-label="Toggle ${id}"]`)
        patches.push(await held.next())
      }
      await expect.poll(() => states(page)).toEqual(Array(12).fill('done'))
      await visitor.reads('#fetchers', '12')

      // The server handles them in order. The responses and the reloads arrive in reverse order.
      for (const patch of patches) await patch.passOn()
      const reloads = []
      for (const patch of patches.toReversed()) {
        await patch.release()
        const reload = await held.next()
        await reload.passOn()
        reloads.push(reload)
      }
      for (const reload of reloads.toReversed()) await reload.release()

      await visitor.reads('#fetchers', '0')
      expect(await states(page)).toEqual(Array(12).fill('done'))
      const steps = await page.evaluate(() => (window as unknown as { steps: string[] }).steps)
      expect(steps).toEqual(Array(12).fill('done'))
    })

    test('rows that vanish optimistically are removed, added ones are there before they are', async ({
      visitor,
    }) => {
      const { page, open } = visitor
      const list = uniqueName()
      await open(`/tasks/${list}`)
      const held = await holdData(page)
      await page.click('[aria-label="Remove 3"]')
      const remove = await held.next()
      await expect.poll(() => page.locator('.task').count()).toBe(11)
      await page.fill('[aria-label=Title]', 'thirteen')
      await page.click('text=Add')
      const add = await held.next()
      await visitor.reads('.new', 'thirteen')
      await add.release()
      const reloadAfterAdd = await held.next()
      await remove.release()
      const reloadAfterRemove = await held.next()
      await reloadAfterRemove.release()
      await reloadAfterAdd.release()
      await visitor.reads('#fetchers', '0')
      expect(await page.locator('.task').count()).toBe(12)
      expect(await page.locator('.new').count()).toBe(0)
      await held.stop()
      await open(`/tasks/${list}`)
      expect(await page.locator('.task').count()).toBe(12)
    })

    test('100 forms at once load each of 100 load fetchers once, after the last form', async ({
      visitor,
    }) => {
      const { page, open } = visitor
      await open('/many/forms')
      const shown = () => page.locator('output.idle').allTextContents()
      await expect.poll(async () => (await shown()).filter(Boolean)).toHaveLength(100)
      const before = (await shown()).map(Number)

      const data = await holdData(page)
      await page.click('text=Save all')
      const forms: HeldRequest[] = []
      while (forms.length < 100) forms.push(await data.next())
      expect(new Set(forms.map(({ method }) => method))).toEqual(new Set(['POST']))
      const loads: string[] = []
      page.on('request', (request) => {
        const { searchParams } = new URL(request.url())
        if (request.method() === 'GET' && searchParams.has('row'))
          loads.push(searchParams.get('row')!)
      })
      await data.stop()
      for (const form of forms) await form.release()
      await expect.poll(async () => (await shown()).map(Number)).toEqual(before.map((n) => n + 1))
      expect(loads).toHaveLength(100)
      expect(new Set(loads).size).toBe(100)
    })
  })

  describe('fetchers with a key', () => {
    test('move from one component to another with their data, and are forgotten when no component is left', async ({
      visitor,
    }) => {
      const { page, open, reads } = visitor
      await open('/keyed')
      await page.click('text="Load"')
      await reads('#fetcher', 'idle/done five')
      await page.click('text=Show right')
      await reads('hr + button + #fetcher', 'idle/done five')
      await page.click('text=Show none')
      await page.locator('#fetcher').waitFor({ state: 'detached' })
      await page.click('text=Show left')
      await reads('#fetcher', 'idle/init -')
    })

    test('go on while no component is there, and are there again for the next one', async ({
      visitor,
    }) => {
      const { page, open, reads } = visitor
      await open('/keyed')
      const held = await holdData(page)
      await page.click('text="Load"')
      const load = await held.next()
      await page.click('text=Show none')
      await page.locator('#fetcher').waitFor({ state: 'detached' })
      await reads('#fetchers', '1')
      await page.click('text=Show right')
      await reads('#fetcher', 'loading/load -')
      await load.release()
      await reads('#fetcher', 'idle/done five')
    })
  })

  describe('what hooks return', () => {
    test('are the same functions whatever happens', async ({ visitor }) => {
      const { page, open, reads } = visitor
      await open('/stable')
      const held = await holdData(page)
      for (let i = 0; i < 3; i++) {
        await page.click('text=Revalidate')
        await reads('#state', 'loading idle unblocked -')
        await held.release()
        await reads('#state', 'idle idle unblocked -')
      }
      const runs = await page.evaluate(() => window.revalidations)
      expect(runs).toBe(served === 'dev' ? 2 : 1) // StrictMode mounts twice in development.
      await page.click('text="Load"')
      await reads('#state', 'idle loading unblocked -')
      await held.stop()
      await reads('#state', 'idle idle unblocked -')
      await page.click('text="Submit"')
      await reads('#transition', 'idle/idle')
      await page.click('main >> text="Search"')
      await reads('#state', 'idle idle unblocked 1')
      await page.click('text=Leave')
      await reads('#state', 'idle idle blocked 1')
      await page.click('text=Revalidate')
      await reads('#state', 'idle idle blocked 1')

      const counts = await page.evaluate(() =>
        Object.fromEntries(
          Object.entries(window.functions!).map(([name, functions]) => [name, functions.size]),
        ),
      )
      expect(counts).toEqual({
        navigate: 1,
        submit: 1,
        revalidate: 1,
        setSearchParams: 1,
        'fetcher.Form': 1,
        'fetcher.load': 1,
        'fetcher.submit': 1,
        'fetcher.reset': 1,
        'blocker.proceed': 1,
        'blocker.reset': 1,
      })
    })
  })

  describe('submit()', () => {
    test.for([
      ['JSON', 'PUT', 'application/json', { id: 1, tags: ['a', null] }],
      ['Text', 'POST', 'text/plain;charset=UTF-8', 'hello'],
      ['Fetch JSON', 'POST', 'application/json', [{ id: 1, tags: ['a', null] }]],
    ] as const)('sends %s', async ([button, method, type, body], { visitor }) => {
      const { page, open, reads } = visitor
      await open('/send')
      const held = await holdData(page)
      await page.click(`text="${button}"`)
      await reads(
        '#pending',
        JSON.stringify({
          formAction: '/send',
          formEncType: button === 'Text' ? 'text/plain' : 'application/json',
          hasForm: false,
          [button === 'Text' ? 'text' : 'json']: body,
        }),
      )
      await held.stop()
      await reads('#result', JSON.stringify({ method, type, body }))
      await reads('#pending', '{"hasForm":false}')
      await visitor.stayed()
    })

    test('shows the path of a GET form, without its fields', async ({ visitor }) => {
      const { page, open, reads } = visitor
      await open('/send')
      await reads('#state', 'null')
      const held = await holdData(page)
      await page.click('text=Search for it')
      await reads(
        '#pending',
        JSON.stringify({
          formAction: '/search',
          formEncType: 'application/x-www-form-urlencoded',
          hasForm: true,
        }),
      )
      await held.stop()
      await visitor.isAt('/search?value=x')
    })
  })

  describe('prefetch', () => {
    test('a server renders no tags', async ({ visitor }) => {
      const response = await visitor.context.request.get('/prefetch')
      expect(await response.text()).not.toContain('rel="prefetch"')
    })

    test('render: tags are the last children of the anchor, the data is asked for once', async ({
      visitor,
    }) => {
      const { page, open } = visitor
      const name = uniqueName()
      const requests = dataRequests(page)
      await open(`/prefetch?name=${name}`)
      const tags = page.locator('#render > link[rel=prefetch]')
      await expect.poll(() => tags.count()).toBeGreaterThan(1)
      const kinds = () => tags.evaluateAll((links) => links.map((link) => link.getAttribute('as')))
      await expect.poll(kinds).toContain('script')
      await expect.poll(kinds).toContain('fetch')
      expect(await page.locator('#render').evaluate((anchor) => anchor.firstChild?.nodeName)).toBe(
        '#text',
      )
      expect(await page.locator('head link[rel=prefetch]').count()).toBe(0)
      const had = await page
        .locator('link[rel=modulepreload]')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
      const wanted = await tags.evaluateAll((links) =>
        links.map((link) => link.getAttribute('href')),
      )
      expect(wanted.filter((href) => had.includes(href))).toEqual([])
      expect(await page.locator('#none link, #intent link, #resource link').count()).toBe(0)
      await expect.poll(() => calls(visitor, name)).toEqual(['render'])
      expect(requests.filter((url) => url.startsWith('/styled/'))).toHaveLength(1)

      await page.click('#render')
      await visitor.reads('h1', 'Styled render')
      // The prefetched response is used again.
      expect(await calls(visitor, name)).toEqual(['render'])
    })

    test('intent: tags come with the pointer or the focus and go with it', async ({ visitor }) => {
      const { page, open } = visitor
      const name = uniqueName()
      await open(`/prefetch?name=${name}`)
      const tags = page.locator('#intent > link[rel=prefetch]')
      await page.hover('#intent')
      await expect.poll(() => tags.count()).toBeGreaterThan(0)
      await page.hover('h1')
      await expect.poll(() => tags.count()).toBe(0)
      await page.focus('#intent')
      await expect.poll(() => tags.count()).toBeGreaterThan(0)
      await page.locator('#intent').blur()
      await expect.poll(() => tags.count()).toBe(0)
      await page.hover('#none')
      expect(await page.locator('#none link').count()).toBe(0)
      expect((await calls(visitor, name)).filter((how) => how === 'none')).toEqual([])
    })

    test('intent: the images that the page preloads are fetched, also by srcset', async ({
      visitor,
    }) => {
      const { page, open } = visitor
      const asked: string[] = []
      page.on('request', (request) => asked.push(new URL(request.url()).pathname))
      await open('/prefetch')
      await page.hover('#pictures')
      await expect.poll(() => asked).toContain('/small.png')
      await expect.poll(() => asked).toContain('/cover.png')
      expect(asked).not.toContain('/large.png')
    })

    test('intent: a click after it sends no second request and leaves no tags', async ({
      visitor,
    }) => {
      const { page, open, reads } = visitor
      const name = uniqueName()
      await open(`/prefetch?name=${name}`)
      await page.hover('#intent')
      await expect.poll(() => calls(visitor, name)).toContain('intent')
      await page.click('#intent')
      await reads('h1', 'Styled intent')
      expect((await calls(visitor, name)).filter((how) => how === 'intent')).toEqual(['intent'])
      const colour = await page.locator('h1').evaluate((heading) => getComputedStyle(heading).color)
      expect(colour).toBe('rgb(200, 0, 0)')
      await visitor.stayed()
    })

    test('render: of 1,000 links, four are fetched at once, and neither a pointer nor a click waits for them', async ({
      visitor,
    }) => {
      visitor.accepts(/net::ERR_CONNECTION_RESET/)
      const { page, open, reads } = visitor
      const data = await holdData(page)
      await open('/many/links')
      const first = [await data.next(), await data.next(), await data.next(), await data.next()]
      expect(first.map(({ path }) => path).toSorted()).toEqual([
        '/page/0',
        '/page/1',
        '/page/2',
        '/page/3',
      ])
      await page.hover('#intent')
      const intent = await data.next()
      expect(intent.path).toBe('/page/intent')
      await intent.release()

      // When one of them has its data, or has failed, the next one follows.
      await first.pop()!.release()
      expect((await data.next()).path).toBe('/page/4')
      await first.pop()!.fail()
      expect((await data.next()).path).toBe('/page/5')
      expect(data.waiting()).toBe(0)

      await page.click('#intent')
      const click = await data.next()
      expect(click.path).toBe('/page/intent')
      await click.release()
      await reads('h1', 'Page intent')
      expect(data.waiting()).toBe(0)
      await data.stop()
    })

    test('a prefetch that fails is silent, and never reloads the page', async ({ visitor }) => {
      visitor.accepts(/net::ERR_FAILED/)
      const { page, open, reads } = visitor
      await open(`/prefetch?name=${uniqueName()}`)
      await page.route(/styled/, (route) => route.abort())
      await page.hover('#intent')
      await expect.poll(() => page.locator('#intent > link').count()).toBeGreaterThan(0)
      await page.hover('h1')
      await page.unroute(/styled/)
      await visitor.stayed()
      await page.click('#intent')
      await reads('h1', 'Styled intent')
    })
  })

  describe('addresses, scrolling and focus', () => {
    test('a hash link scrolls without asking anybody', async ({ visitor }) => {
      const { page, open, isAt } = visitor
      await open('/long')
      const requests = dataRequests(page)
      await page.click('text=To the middle')
      await isAt('/long#middle')
      await expect.poll(() => top(page, '#middle')).toBeLessThan(10)
      expect(await transitions(page)).toEqual(['idle/idle'])
      expect(requests).toEqual([])
      await page.goBack()
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    })

    test('back to the top of a page works before the client router is loaded', async ({
      visitor,
    }) => {
      const { page, open, isAt } = visitor
      await open('/')
      const release = await holdScripts(page, /start-router/)
      await page.goto('/long', { waitUntil: 'commit' })
      await isHydrated(page)
      // As when the document is complete before the client router is.
      await page.evaluate(async () => {
        dispatchEvent(new PageTransitionEvent('pageshow'))
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      })
      await page.click('text=To the middle')
      await isAt('/long#middle')
      await expect.poll(() => top(page, '#middle')).toBeLessThan(10)
      await page.evaluate(() => history.back())
      await isAt('/long')
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
      release()
      await becomesLive(page)
    })

    test('a new page begins at its top, back is where the user was', async ({ visitor }) => {
      const { page, open, reads } = visitor
      await open('/long')
      await page.locator('text=Leave from the middle').scrollIntoViewIfNeeded()
      const position = await page.evaluate(() => scrollY)
      expect(position).toBeGreaterThan(500)
      await page.click('text=Leave from the middle')
      await reads('h1', 'Page one')
      expect(await page.evaluate(() => scrollY)).toBe(0)
      await page.goBack()
      await reads('h1', 'Long')
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(position)
      await page.click('text=Keep')
      await visitor.isAt('/long?keep')
      await reads('#transition', 'idle/idle')
      expect(await page.evaluate(() => scrollY)).toBe(position)
    })

    test('a page whose position has its own key is shown where the visitor left it', async ({
      visitor,
    }) => {
      const { page, open, reads } = visitor
      const follow = (href: string): Promise<void> =>
        page.evaluate((href) => {
          const link = document.querySelector<HTMLAnchorElement>('nav a')!
          link.href = href
          link.click()
        }, href)
      await open('/links')
      await page.evaluate(() => scrollTo(0, 1234))
      await follow('/page/one')
      await reads('h1', 'Page one')
      expect(await page.evaluate(() => scrollY)).toBe(0)
      await follow('/links')
      await reads('h1', 'Links')
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(1234)
      await follow('/links#control')
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(5000)
    })

    test('a document that is loaded with a hash, and one that is reloaded, are where they were', async ({
      visitor,
    }) => {
      const { page, open } = visitor
      await open('/long#gr%C3%B6%C3%9Fe')
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1000)
      await page.evaluate(() => scrollTo(0, 1234))
      await page.reload()
      await becomesLive(page)
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(1234)
    })

    test('a new page is announced and takes the focus', async ({ visitor }) => {
      const { page, open, reads } = visitor
      await open('/')
      // Changes of the live region are announced, but its initial text is not.
      await reads('[aria-live=polite]', '')
      await page.click('text=One')
      await reads('h1', 'Page one')
      await reads('[aria-live=polite]', 'Page one')
      await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
    })

    test('the focus stays where the page stays', async ({ visitor }) => {
      const { page, open, reads, isAt } = visitor
      const focused = (): Promise<string | null | undefined> =>
        page.evaluate(() => document.activeElement?.textContent)
      await open('/page/one')
      await page.click('text=Bottom')
      await isAt('/page/one#bottom')
      expect(await focused()).toBe('Bottom')
      await page.click('text=Sorted')
      await isAt('/page/one?sort=up')
      await reads('#transition', 'idle/idle')
      expect(await focused()).toBe('Sorted')
      await page.click('nav >> text=Save')
      await reads('h1', 'Save')
      await save(page, 'focus')
      await reads('#result', 'saved focus')
      await reads('#transition', 'idle/idle')
      expect(await focused()).toBe('Send')
    })

    test('animated links, one right after the other, end at the last', async ({ visitor }) => {
      const { page, open, reads, isAt } = visitor
      await open('/long')
      // All of them before the first paint of the page.
      await page.evaluate(() => {
        for (const text of ['Glide', 'Glide on', 'Glide', 'Again']) {
          ;[...document.querySelectorAll('a')].find((link) => link.textContent === text)!.click()
        }
      })
      await isAt('/long?again')
      await reads('#here', '/long?again')
      await page.waitForTimeout(200)
      await reads('#here', '/long?again')
      await visitor.stayed()
    })

    test('clicks that only the browser handles are left to it', async ({ visitor }) => {
      const { page, open, context, reads } = visitor
      await open('/')
      const [tab] = await Promise.all([
        context.waitForEvent('page'),
        page.click('text=One', { modifiers: ['ControlOrMeta'] }),
      ])
      await tab.waitForURL('**/page/one')
      const [second] = await Promise.all([
        context.waitForEvent('page'),
        page.click('text=Two', { button: 'middle' }),
      ])
      await second.waitForURL('**/page/two')
      await reads('h1', 'Start')
      await visitor.stayed()
    })
  })

  describe('blocked navigation', () => {
    test('a link waits for the user', async ({ visitor }) => {
      const { page, open, reads, isAt } = visitor
      await open('/edit')
      await page.fill('[aria-label=Text]', 'unsaved')
      await page.click('text=One')
      await reads('#blocker', 'blocked')
      await page.click('text=Stay')
      await reads('#blocker', 'unblocked')
      await isAt('/edit')
      await page.click('text=One')
      await page.click('text=Leave')
      await reads('h1', 'Page one')
    })

    test('back waits too, and the address stays', async ({ visitor }) => {
      const { page, open, reads, isAt } = visitor
      await open('/page/one')
      await page.click('text=Edit')
      await reads('h1', 'Edit')
      await page.fill('[aria-label=Text]', 'unsaved')
      await page.evaluate(() => history.back())
      await reads('#blocker', 'blocked')
      await isAt('/edit')
      await page.click('text=Stay')
      await isAt('/edit')
      expect(await page.inputValue('[aria-label=Text]')).toBe('unsaved')
      await page.evaluate(() => history.back())
      await reads('#blocker', 'blocked')
      await page.click('text=Leave')
      await reads('h1', 'Page one')
      await isAt('/page/one')
    })

    test.for(['click', 'effect', 'confirm'])(
      'back, and the user agrees directly: %s',
      async (how, { visitor }) => {
        const { page, open, reads, isAt } = visitor
        page.on('dialog', (dialog) => dialog.accept())
        await open('/')
        await page.click('text=One')
        await reads('h1', 'Page one')
        if (how === 'click') {
          await page.click('text=Edit')
          await reads('h1', 'Edit')
          await page.fill('[aria-label=Text]', 'unsaved')
          // Before the browser has moved back to this page.
          await page.evaluate(() => {
            new MutationObserver(() => {
              for (const button of document.querySelectorAll('main button')) {
                if (button.textContent === 'Leave') (button as HTMLElement).click()
              }
            }).observe(document, { subtree: true, childList: true })
          })
        } else {
          await navigateTo(page, `/agree/${how}`)
          await reads('h1', 'Agree')
        }
        await page.evaluate(() => history.back())
        await reads('h1', 'Page one')
        await isAt('/page/one')
        await visitor.stayed()
        await page.evaluate(() => history.back())
        await reads('h1', 'Start')
        await page.evaluate(() => history.go(2))
        await reads('h1', how === 'click' ? 'Edit' : 'Agree')
      },
    )

    test('back, and the user refuses in confirm()', async ({ visitor }) => {
      const { page, open, reads, isAt } = visitor
      page.on('dialog', (dialog) => dialog.dismiss())
      await open('/page/one')
      await navigateTo(page, '/agree/confirm')
      await reads('h1', 'Agree')
      for (let i = 0; i < 2; i++) {
        const asked = page.waitForEvent('dialog')
        await page.evaluate(() => history.back())
        await asked
        await reads('#blocker', 'unblocked')
        await isAt('/agree/confirm')
      }
      await reads('h1', 'Agree')
    })

    test('useBeforeUnload saves what would be lost', async ({ visitor }) => {
      const { page, open } = visitor
      await open('/edit')
      await page.fill('[aria-label=Text]', 'a draft')
      await page.reload()
      expect(await page.evaluate(() => localStorage.getItem('draft'))).toBe('a draft')
    })
  })

  describe('hostile surroundings', () => {
    test('nodes of browser extensions in the document do not break hydration', async ({
      visitor,
    }) => {
      const { page, open, reads } = visitor
      await page.addInitScript(() => {
        const element = (name: string): Element =>
          Object.assign(document.createElement(name), { className: 'extension' })
        // As soon as there is a head and a body, while the rest of the document is still loading.
        new MutationObserver((_, observer) => {
          if (!document.body) return
          observer.disconnect()
          document.head.prepend(element('style'))
          document.head.append(element('script'))
          document.body.prepend(element('div'))
          document.documentElement.append(element('aside'))
        }).observe(document, { childList: true, subtree: true })
        addEventListener('DOMContentLoaded', () => document.body.append(element('div')))
      })
      await open('/page/one')
      await page.click('text=Clicked 0 times')
      await reads('main button', 'Clicked 1 times')
      await page.click('text=Two')
      await reads('h1', 'Page two')
      await visitor.stayed()
      await expect.poll(() => page.title()).toBe('Page two')
      expect(await page.locator('.extension').count()).toBe(5)
    })

    test('a document that is not of the page in the address is loaded once more', async ({
      visitor,
    }) => {
      visitor.accepts(/error #418|Hydration failed|Encountered a script tag/) // The page is about to be replaced.
      const { page, reads, isAt } = visitor
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      let asked = 0
      await page.route(
        (url) => /\.(js|tsx?)$/.test(url.pathname) || url.pathname.startsWith('/@'),
        async (route) => {
          asked++
          await released
          await route.continue()
        },
      )
      await page.goto('/page/one', { waitUntil: 'commit' })
      await reads('h1', 'Page one')
      await expect.poll(() => asked).toBeGreaterThan(0)
      // As if the user had navigated while the scripts were loading.
      await page.evaluate(() => history.replaceState(null, '', '/save'))
      release()
      await reads('h1', 'Save')
      await isAt('/save')
      await becomesLive(page)
      await save(page, 'on')
      await reads('#result', 'saved on')
    })

    test('denied storage costs nothing, not even scroll positions', async ({ visitor }) => {
      const { page, open, reads } = visitor
      await page.addInitScript(() => {
        for (const name of ['sessionStorage', 'localStorage']) {
          Object.defineProperty(window, name, {
            get() {
              throw new DOMException('denied', 'SecurityError')
            },
          })
        }
      })
      await open('/long')
      await page.locator('text=Leave from the middle').scrollIntoViewIfNeeded()
      const position = await page.evaluate(() => scrollY)
      await page.click('text=Leave from the middle')
      await reads('h1', 'Page one')
      await page.goBack()
      await reads('h1', 'Long')
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(position)
      await page.click('text=To the middle')
      await visitor.isAt('/long#middle')
      await page.click('nav >> text=Save')
      await save(page, 'denied')
      await reads('#result', 'saved denied')
      await visitor.stayed()
    })

    test('a page that the browser kept while it was elsewhere is at rest when it is back', async ({
      visitor,
    }) => {
      const { page, open, reads } = visitor
      await open('/')
      // The page stays, and gets the event for a restored page.
      await page.route('**/calls/away', (route) => route.fulfill({ status: 204 }))
      await page.evaluate(() => {
        const link = document.querySelector<HTMLAnchorElement>('nav a[href="/page/one"]')!
        link.href = '/calls/away'
        link.click()
      })
      await reads('#transition', 'loading/load')
      await page.evaluate(() => {
        dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
      })
      await reads('#transition', 'idle/idle')
    })

    test.for(['boundary', 'layout'])(
      'a root whose %s fails is the default document, and back works',
      async (where, { visitor }) => {
        visitor.accepts(/is broken/, /Encountered a script tag/)
        const { page, open, reads, isAt } = visitor
        await open('/')
        await page.click('text=One')
        await reads('h1', 'Page one')
        await navigateTo(page, `/broken/${where}`)
        await reads('h1', 'Unexpected Error')
        await isAt(`/broken/${where}`)
        await expect.poll(() => page.title()).toBe('Unexpected Error')
        await page.goBack()
        await reads('h1', 'Page one')
        await isAt('/page/one')
        await page.click('text=Two')
        await reads('h1', 'Page two')
        await reads('#transition', 'idle/idle')
        await visitor.stayed()
      },
    )
  })

  describe('a page of 1,000 links', () => {
    test('renders none of them while a transition is pending', async ({ visitor }) => {
      const { page, open, reads } = visitor
      await open('/links')
      await page.evaluate(() => {
        // React keeps the props of an element's last render with the element.
        const propsOf = (node: Element): unknown =>
          Object.entries(node).find(([name]) => name.startsWith('__reactProps$'))![1]
        const links = [...document.querySelectorAll('#links a, #control')]
        const before = new Map(links.map((link) => [link, propsOf(link)]))
        Object.assign(window, {
          rendered: () =>
            links
              .filter((link) => propsOf(link) !== before.get(link))
              .map((link) => link.textContent),
        })
      })
      const rendered = (): Promise<string[]> =>
        page.evaluate(() => (window as unknown as { rendered(): string[] }).rendered())
      expect(await rendered()).toEqual([])

      const held = await holdData(page)
      await page.click('text="One"')
      await reads('#transition', 'loading/load')
      expect(await rendered()).toEqual(['Control'])
      await (await held.next()).fail()
      visitor.accepts(/net::ERR_CONNECTION_RESET/)
    })
  })
}

/** Clicks a new link to a path that the page has no link to. */
async function navigateTo(page: Page, path: string): Promise<void> {
  await page.evaluate((path) => {
    const link = document.querySelector<HTMLAnchorElement>('nav a[href="/page/two"]')!
    const { href } = link
    link.href = path
    link.click()
    link.href = href
  }, path)
}

function transitions(page: Page): Promise<string[] | undefined> {
  return page.evaluate(() => window.transitions)
}

/** Waits until effects have run, which is before the client router starts. */
async function isHydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => document.documentElement.dataset['effects'])
}

async function save(page: Page, value: string): Promise<void> {
  await page.fill('[aria-label=Value]', value)
  await page.click('text=Send')
}

function states(page: Page): Promise<string[]> {
  return page.locator('[aria-label^=Toggle]').allTextContents()
}

function top(page: Page, selector: string): Promise<number> {
  return page.locator(selector).evaluate((element) => Math.abs(element.getBoundingClientRect().top))
}

async function calls({ context }: Visitor, name: string): Promise<string[]> {
  const response = await context.request.get(`/calls/${name}`)
  return (await response.json()) as string[]
}

/** Records the paths of the data requests of a page from now on. */
function dataRequests(page: Page): string[] {
  const requests: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.searchParams.has('_data')) requests.push(url.pathname)
  })
  return requests
}
