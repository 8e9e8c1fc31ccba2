import { describe, expect } from 'vitest'
import { uniqueName } from '../../support/unique-name.ts'
import type { CreateTest, Visitor } from '../visitor.ts'

/**
 * The client router during requests: pending states, interruptions, fetchers, network errors.
 *
 * @param served In development, pages show the messages of errors
 */
export function describePending(createTest: CreateTest, served: 'dev' | 'build' = 'build'): void {
  const test = createTest('board')

  describe('pending page transitions', () => {
    test('a link is loading/load, with the old page until the new one is there', async ({
      visitor,
    }) => {
      await visitor.open('/')
      const held = visitor.holdData()
      await visitor.click('nav a', 'One')
      await visitor.reads('#transition', 'loading/load')
      await visitor.reads('#next', '/page/one')
      await visitor.reads('h1', 'Start')
      await visitor.isAt('/')
      ;(await held.next()).release()
      await visitor.reads('h1', 'Page one')
      await visitor.isAt('/page/one')
      await wereTransitions(visitor, ['loading/load'])
    })

    test('a redirect of a loader is loading/redirect', async ({ visitor }) => {
      await visitor.open('/')
      const held = visitor.holdData()
      await visitor.click('nav a', 'To three')
      await visitor.reads('#transition', 'loading/load')
      ;(await held.next()).release()
      await visitor.reads('#transition', 'loading/redirect')
      await visitor.reads('#next', '/page/three')
      ;(await held.next()).release()
      await visitor.reads('h1', 'Page three')
      await wereTransitions(visitor, ['loading/load', 'loading/redirect'])
    })

    test('a GET form is submitting/loaderSubmission', async ({ visitor }) => {
      await visitor.open('/search')
      const held = visitor.holdData()
      await visitor.fill('[aria-label=Value]', 'cat')
      await visitor.click('main button', 'Find')
      await visitor.reads('#transition', 'submitting/loaderSubmission')
      await visitor.reads('#sent', 'GET cat')
      ;(await held.next()).release()
      await visitor.reads('#found', 'cat')
      await wereTransitions(visitor, ['submitting/loaderSubmission'])
    })

    test('an action is submitting/actionSubmission, then loading/actionReload', async ({
      visitor,
    }) => {
      await visitor.open('/save')
      const held = visitor.holdData()
      // Its response sets a cookie, so the browser requests the page itself.
      const value = `apart ${uniqueName()}`
      await save(visitor, value)
      await visitor.reads('#transition', 'submitting/actionSubmission')
      await visitor.reads('#sent', `POST ${value}`)
      ;(await held.next()).release()
      await visitor.reads('#transition', 'loading/actionReload')
      await visitor.reads('#result', `saved ${value}`)
      ;(await held.next()).release()
      await visitor.reads('#saved', value)
      await visitor.reads('#transition', 'idle/idle')
      await visitor.reads('#result', `saved ${value}`)
    })

    test('an action that redirects is loading/actionRedirect', async ({ visitor }) => {
      await visitor.open('/save')
      const held = visitor.holdData()
      await save(visitor, 'redirect')
      await visitor.reads('#transition', 'submitting/actionSubmission')
      ;(await held.next()).release()
      await visitor.reads('#transition', 'loading/actionRedirect')
      await visitor.reads('#next', '/page/saved')
      await visitor.reads('#sent', 'POST redirect')
      ;(await held.next()).release()
      await visitor.reads('h1', 'Page saved')
      held.stop()
      await visitor.back()
      await visitor.reads('h1', 'Save')
    })

    test('an action that fails ends in its boundary', async ({ visitor }) => {
      await visitor.open('/save')
      await save(visitor, 'fail')
      await visitor.reads(
        '#save-boundary',
        served === 'dev' ? 'Cannot save' : 'Unexpected Server Error',
      )
      await visitor.reads('#transition', 'idle/idle')
      await visitor.click('nav a', 'Save')
      await visitor.reads('h1', 'Save')
    })
  })

  describe('interruptions', () => {
    test('the last of two links wins, with one entry in the history', async ({ visitor }) => {
      await visitor.open('/')
      const before = await visitor.evaluate(() => history.length)
      const held = visitor.holdData()
      await visitor.click('nav a', 'One')
      const one = await held.next()
      await visitor.click('nav a', 'Two')
      ;(await held.next()).release()
      await visitor.reads('h1', 'Page two')
      one.release()
      await visitor.reads('#transition', 'idle/idle')
      await visitor.reads('h1', 'Page two')
      expect(await visitor.evaluate(() => history.length)).toBe(before + 1)
      held.stop()
      await visitor.back()
      await visitor.reads('h1', 'Start')
    })

    test('back while a page is loading stays in the history', async ({ visitor }) => {
      await visitor.open('/')
      await visitor.click('nav a', 'One')
      await visitor.reads('h1', 'Page one')
      const held = visitor.holdData()
      await visitor.click('nav a', 'Two')
      const two = await held.next()
      await visitor.back()
      await visitor.isAt('/')
      await visitor.reads('h1', 'Start')
      two.release()
      held.stop()
      await visitor.reads('#transition', 'idle/idle')
      await visitor.reads('h1', 'Start')
      await visitor.forward()
      await visitor.reads('h1', 'Page one')
      await visitor.stayed()
    })

    test('back and forward while back is loading', async ({ visitor }) => {
      await visitor.open('/page/one')
      await visitor.click('nav a', 'Two')
      await visitor.reads('h1', 'Page two')
      const held = visitor.holdData()
      await visitor.back()
      await visitor.reads('#transition', 'loading/load')
      await visitor.isAt('/page/one')
      const one = await held.next()
      await visitor.forward()
      await visitor.isAt('/page/two')
      ;(await held.next()).release()
      one.release()
      await visitor.reads('#transition', 'idle/idle')
      await visitor.reads('h1', 'Page two')
      await visitor.stayed()
    })

    test('back never submits again', async ({ visitor }) => {
      const name = uniqueName()
      await visitor.open(`/save?name=${name}`)
      await save(visitor, 'once')
      await visitor.reads('#result', 'saved once')
      await visitor.click('nav a', 'One')
      await visitor.reads('h1', 'Page one')
      await visitor.back()
      await visitor.reads('h1', 'Save')
      await visitor.reads('#result', 'no result')
      await visitor.reload()
      await visitor.isLive()
      const calls = await visitor.calls(name)
      expect(calls.filter((call) => call.startsWith('save'))).toEqual(['save once'])
    })

    test('a link during a submission goes there', async ({ visitor }) => {
      await visitor.open('/save')
      const held = visitor.holdData()
      await save(visitor, 'interrupted')
      const post = await held.next()
      await visitor.click('nav a', 'One')
      await visitor.reads('#transition', 'loading/load')
      await visitor.reads('#sent', '')
      ;(await held.next()).release()
      await visitor.reads('h1', 'Page one')
      post.release()
      await visitor.reads('#transition', 'idle/idle')
      await visitor.reads('h1', 'Page one')
    })

    test('a form submitted twice shows the second result', async ({ visitor }) => {
      await visitor.open('/save')
      const held = visitor.holdData()
      await save(visitor, 'first')
      const first = await held.next()
      await first.passOn()
      await save(visitor, 'second')
      await visitor.reads('#sent', 'POST second')
      ;(await held.next()).release()
      first.release()
      await visitor.reads('#saved', 'second')
      await visitor.reads('#result', 'saved second')
      await visitor.reads('#transition', 'idle/idle')
    })

    test('the same URL again loads again and keeps the state of the page', async ({ visitor }) => {
      await visitor.open('/page/one')
      const loads = Number((await visitor.texts('#loads'))[0])
      const entries = await visitor.evaluate(() => history.length)
      await visitor.click('main button', 'Clicked 0 times')
      await visitor.click('nav a', 'One')
      await expect
        .poll(async () => Number((await visitor.texts('#loads'))[0]))
        .toBeGreaterThan(loads)
      await visitor.reads('main button', 'Clicked 1 times')
      expect(await visitor.evaluate(() => history.length)).toBe(entries)
    })

    test('a link that replaces adds no entry', async ({ visitor }) => {
      await visitor.open('/')
      await visitor.click('nav a', 'One')
      await visitor.reads('h1', 'Page one')
      await visitor.click('main a', 'Replace')
      await visitor.reads('h1', 'Page four')
      await visitor.back()
      await visitor.reads('h1', 'Start')
    })
  })

  describe('what is left to the browser', () => {
    test('a link with Control opens a tab', async ({ visitor }) => {
      await visitor.open('/')
      await visitor.clickWithControl('nav a', 'One')
      await expect.poll(() => visitor.openedTabs()).toEqual([`${visitor.server.url}/page/one`])
      await visitor.reads('h1', 'Start')
      await visitor.stayed()
    })

    test('forms that it submits carry their verb', async ({ visitor }) => {
      await visitor.open('/verb')
      await visitor.click('button', 'Put natively')
      await visitor.reads('#what', 'PUT put')
      await visitor.click('button', 'Patch natively')
      await visitor.reads('#what', 'PATCH patch')
      await visitor.click('button', 'Delete natively')
      await visitor.reads('#what', 'DELETE delete')
    })
  })

  describe('fetchers', () => {
    test('go through every state of a load, a GET and a POST', async ({ visitor }) => {
      await visitor.open('/fetch')
      const [count] = await visitor.texts('#count')
      const held = visitor.holdData()
      await visitor.click('button', 'Load')
      await visitor.reads('#fetcher', 'loading/load')
      ;(await held.next()).release()
      await visitor.reads('#fetcher', 'idle/done')
      await visitor.click('button', 'Ask')
      await visitor.reads('#fetcher', 'submitting/loaderSubmission')
      ;(await held.next()).release()
      await visitor.reads('#fetcher', 'idle/done')
      await visitor.click('button', 'Post')
      await visitor.reads('#fetcher', 'submitting/actionSubmission')
      ;(await held.next()).release()
      await visitor.reads('#fetcher', 'loading/actionReload')
      ;(await held.next()).release()
      await visitor.reads('#fetcher', 'idle/done')
      await visitor.reads('#count', String(Number(count) + 1))
      await expect
        .poll(() => visitor.evaluate(() => window.fetcherStates))
        .toEqual([
          'idle/init - -',
          'loading/load - -',
          'idle/done - five',
          'submitting/loaderSubmission sent -',
          'idle/done - q',
          'submitting/actionSubmission sent -',
          'loading/actionReload - posted',
          'idle/done - posted',
        ])
      await visitor.reads('#transition', 'idle/idle')
    })

    test('a list of optimistic rows ends as the server has it', async ({ visitor }) => {
      const list = uniqueName()
      await visitor.open(`/tasks/${list}`)
      for (let id = 0; id < 6; id++) await visitor.click(`[aria-label="Toggle ${id}"]`)
      const expected = [...Array(6).fill('done'), ...Array(6).fill('open')]
      await expect.poll(() => visitor.texts('[aria-label^=Toggle]')).toEqual(expected)
      await visitor.reads('#fetchers', '0')
      expect(await visitor.texts('[aria-label^=Toggle]')).toEqual(expected)
      await visitor.open(`/tasks/${list}`)
      await expect.poll(() => visitor.texts('[aria-label^=Toggle]')).toEqual(expected)
    })

    test('rows that vanish optimistically are removed', async ({ visitor }) => {
      await visitor.open(`/tasks/${uniqueName()}`)
      const held = visitor.holdData()
      await visitor.click('[aria-label="Remove 3"]')
      const remove = await held.next()
      await visitor.sees('.task', 11)
      remove.release()
      ;(await held.next()).release()
      await visitor.reads('#fetchers', '0')
      await visitor.sees('.task', 11)
    })

    test('an error is shown by the boundary of the route that owns the fetcher', async ({
      visitor,
    }) => {
      await visitor.open('/failing')
      await visitor.click('button', 'Inner')
      await visitor.reads('#inner-boundary', '409')
      await visitor.reads('h1', 'Failing')
      await visitor.open('/failing')
      await visitor.click('button', 'Outer')
      await visitor.reads('#outer-boundary', '409')
      await visitor.open('/failing')
      await visitor.click('button', 'Nowhere')
      await visitor.reads('#inner-boundary', '404')
    })
  })

  describe('bad networks', () => {
    test('without scripts that arrive, links and forms are the browser’s', async ({ visitor }) => {
      visitor.server.fail(scripts, 503, 1000)
      await visitor.goto('/save')
      await save(visitor, 'natively')
      await visitor.reads('#result', 'saved natively')
      await visitor.click('nav a', 'One')
      await visitor.reads('h1', 'Page one')
    })

    test('a network that fails is an error, and the way on', async ({ visitor }) => {
      await visitor.open('/')
      visitor.server.fail(/[?&]_data=/, 'cut', 10)
      await visitor.click('nav a', 'One')
      // A text that a person can read.
      await visitor.reads('#root-boundary', /./)
      await visitor.reads('#transition', 'idle/idle')
      visitor.server.recover()
      await visitor.click('nav a', 'Two')
      await visitor.reads('h1', 'Page two')
      await visitor.stayed()

      await visitor.click('nav a', 'Save')
      await visitor.reads('h1', 'Save')
      visitor.server.fail(/[?&]_data=/, 'cut', 10)
      await save(visitor, 'lost')
      await visitor.sees('#save-boundary', 1)
      await visitor.reads('#transition', 'idle/idle')
    })

    test('a response of a proxy instead of the app is an error with its status', async ({
      visitor,
    }) => {
      await visitor.open('/')
      const held = visitor.holdData()
      await visitor.click('nav a', 'One')
      const html = { 'Content-Type': 'text/html' }
      ;(await held.next()).respond(502, html, '<h1>Bad Gateway</h1>')
      await visitor.reads('#root-boundary', /^502/)
      await visitor.click('nav a', 'Two')
      ;(await held.next()).respond(200, html, '<h1>Log in to the wifi</h1>')
      await visitor.reads('#root-boundary', /Unexpected response/)
      await visitor.click('nav a', 'Start')
      await visitor.reads('h1', 'Start')
    })

    test('half a response is an error, not an endless wait', async ({ visitor }) => {
      await visitor.open('/')
      const held = visitor.holdData()
      await visitor.click('nav a', 'One')
      const marked = {
        'Content-Type': 'application/json; charset=utf-8',
        'X-Framework-Response': 'data',
      }
      ;(await held.next()).respond(200, marked, '{"routes/page.$name":{"data":{"na')
      await visitor.sees('#root-boundary', 1)
      await visitor.reads('#transition', 'idle/idle')
    })
  })
}

/** Scripts of a build, and of a dev server. */
const scripts = /\.(js|tsx?)(\?|$)|^\/@/

async function save(visitor: Visitor, value: string): Promise<void> {
  await visitor.fill('[aria-label=Value]', value)
  await visitor.click('main button', 'Send')
}

/** Waits until the page was idle, then in these states, then idle. */
async function wereTransitions(visitor: Visitor, states: readonly string[]): Promise<void> {
  await expect
    .poll(() => visitor.evaluate(() => window.transitions))
    .toEqual(['idle/idle', ...states, 'idle/idle'])
}
