import { describe, expect, inject } from 'vitest'
import { describePages } from './engines/cases/pages.ts'
import { useEngine } from './engines/visitor.ts'
import { uniqueName } from './support/unique-name.ts'
import { createTest, openSharedEngine, type Mode, type Visitor } from './support/visitor.ts'

/** What an app of route modules does in a browser, with and without scripts, in development and built. */
export function describeSite(mode: Mode): void {
  const test = createTest('site', mode)

  // Firefox runs the same cases, with scripts.
  describePages(
    useEngine(openSharedEngine, () => inject('site')[mode.served]),
    mode,
  )

  describe('pages and layouts', () => {
    test('data that comes later appears without a click', async ({ visitor }) => {
      const { page, open, reads } = visitor
      await open('/later/quick')
      await reads('#reviews', '</script><b>good</b> of quick')
      await reads('#similar', 'Emma')
      await page.click('text=Failing')
      await reads('h1', 'Later failing')
      await reads('#reviews', 'failed with 503')
      await page.click('text=Quick')
      await reads('#reviews', '</script><b>good</b> of quick')
      await visitor.stayed()
    })

    test('a page without scripts is a document with native forms', async ({ visitor }) => {
      const { page, open, reads } = visitor
      await open('/')
      await page.click('text=Without scripts')
      await reads('h1', 'Plain')
      await page.waitForLoadState('domcontentloaded')
      const scripts = page.locator(
        'script:not([src*="@vite/client"], [src*="framework/panel"]), link[rel=modulepreload]',
      )
      expect(await scripts.count()).toBe(0)
      await page.fill('[aria-label=Name]', 'Ada')
      await page.click('text=Send')
      await reads('#sent', 'Ada')
      await page.click('text=Home again')
      await reads('h1', 'Home')
    })
  })

  describe('forms', () => {
    test('GET puts the fields into the query', async ({ visitor }) => {
      const { page, open, reads, isAt } = visitor
      const list = uniqueName()
      await open(`/notes/${list}`)
      await addNote(visitor, 'milk')
      await addNote(visitor, 'bread')
      await page.fill('[aria-label=Search]', 'mil')
      await page.click('#search button')
      await isAt(`/notes/${list}?q=mil`)
      await expect.poll(() => titles(visitor)).toEqual(['milk'])
      await page.goBack()
      await expect.poll(() => titles(visitor)).toEqual(['milk', 'bread'])
      await reads('h1', 'Notes')
      await visitor.stayed()
    })

    test('POST redirects, and the list is new', async ({ visitor }) => {
      const list = uniqueName()
      await visitor.open(`/notes/${list}`)
      await addNote(visitor, 'milk')
      await visitor.isAt(`/notes/${list}`)
      await expect.poll(() => titles(visitor)).toEqual(['milk'])
      expect(await calls(visitor, list)).toEqual(['POST title'])
      await visitor.stayed()
    })

    test('PUT, PATCH and DELETE reach the action under their own names', async ({ visitor }) => {
      const { page, open, reads } = visitor
      const list = uniqueName()
      await open(`/notes/${list}`)
      await addNote(visitor, 'milk')
      await addNote(visitor, 'bread')

      await page.fill('[aria-label="Title of 1"]', 'oat milk')
      await page.click('#note-1 >> text=Rename')
      await reads('#done', 'PUT oat milk')
      await expect.poll(() => titles(visitor)).toEqual(['oat milk', 'bread'])

      await page.click('#note-2 >> text=Toggle')
      await reads('#done', 'PATCH toggle')
      await expect.poll(() => page.getAttribute('#note-2', 'data-done')).toBe('true')

      await page.click('#note-1 >> text=Remove')
      await reads('#done', 'DELETE 1')
      await expect.poll(() => titles(visitor)).toEqual(['bread'])

      // The action does not see the field that has the method without JavaScript.
      expect(await calls(visitor, list)).toEqual([
        'POST title',
        'POST title',
        'PUT id,title',
        'PATCH id,button',
        'DELETE id',
      ])
      await visitor.stayed()
    })

    test('the verb travels in a field only where scripts do not', async ({ visitor }) => {
      await visitor.open(`/notes/${uniqueName()}`)
      await addNote(visitor, 'milk')
      const fields = visitor.page.locator('input[name=_method]')
      await expect.poll(() => fields.count()).toBe(mode.javaScript ? 0 : 3)
    })

    test('a form that is submitted before its scripts arrive keeps its verb', async ({
      visitor,
    }) => {
      const { page, open, reads } = visitor
      const list = uniqueName()
      await open(`/notes/${list}`)
      await addNote(visitor, 'milk')
      visitor.accepts(/net::ERR_FAILED/)
      await page.route(
        (url) => /\.(js|tsx?)$/.test(url.pathname) || url.pathname.startsWith('/@'),
        (route) => route.abort(),
      )
      await page.goto(`/notes/${list}`)
      await page.fill('[aria-label="Title of 1"]', 'oat milk')
      await page.click('#note-1 >> text=Rename')
      await reads('#done', 'PUT oat milk')
      expect(await calls(visitor, list)).toEqual(['POST title', 'PUT id,title'])
    })

    test('a form of a fetcher is a form', async ({ visitor }) => {
      const { page, open, reads, isAt } = visitor
      const list = uniqueName()
      await open(`/notes/${list}`)
      await addNote(visitor, 'milk')
      await page.click('#note-1 >> text=Star')
      await expect.poll(() => page.getAttribute('#note-1', 'data-starred')).toBe('true')
      await reads('#note-1 .stars', '1 star')
      await isAt(`/notes/${list}${mode.javaScript ? '' : '/star'}`)
      await visitor.stayed()
    })

    test('a form that does not validate is shown again with status 422', async ({ visitor }) => {
      const { page, open, reads } = visitor
      await open(`/notes/${uniqueName()}`)
      await page.fill('[aria-label="New note"]', '   ')
      const [response] = await Promise.all([
        page.waitForResponse((response) => response.request().method() === 'POST'),
        page.click('#add button'),
      ])
      expect(response.status()).toBe(422)
      await reads('[role=alert]', 'A note needs a title')
      await expect.poll(() => page.inputValue('[aria-label="New note"]')).toBe('   ')
      expect(await titles(visitor)).toEqual([])

      await page.fill('[aria-label="New note"]', 'milk')
      await page.click('#add button')
      await expect.poll(() => titles(visitor)).toEqual(['milk'])
      await expect.poll(() => page.locator('[role=alert]').count()).toBe(0)
      await visitor.stayed()
    })

    test('rows can be added and removed, keep what was typed, and arrive as the JSON body would', async ({
      visitor,
    }) => {
      const { page, open } = visitor
      const button = (name: string) => page.getByRole('button', { name, exact: true })
      const label = (name: string) => page.getByLabel(name, { exact: true })
      const lines = () => page.locator('fieldset').count()
      /** Presses a button of a list, and waits until the page has as many fields as expected. */
      const press = async (name: string, model: Line[]) => {
        await button(name).click()
        const parts = model.reduce((sum, line) => sum + line.parts.length, 0)
        await expect.poll(lines).toBe(model.length)
        await expect.poll(() => page.getByLabel(/^Part /).count()).toBe(parts)
        await page.waitForLoadState('domcontentloaded')
      }
      const save = async (status: number) => {
        const [response] = await Promise.all([
          page.waitForResponse((found) => found.request().method() === 'POST'),
          button('Save').click(),
        ])
        expect(response.status()).toBe(status)
      }
      interface Line {
        title: string
        gift: boolean
        parts: { name: string }[]
      }

      for (const seed of [1, 2, 3]) {
        await open('/')
        await open('/rows')
        const random = createRandom(seed)
        const model: Line[] = [{ title: '', gift: false, parts: [] }]
        for (let step = 0; step < 10; step += 1) {
          const at = random(Math.max(1, model.length))
          const line = model[at]
          const kind = line ? random(5) : 0
          if (kind === 0 && model.length < 5) {
            model.push({ title: '', gift: false, parts: [] })
            await press('Add line', model)
            await expect
              .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
              .toBe(`Title ${model.length}`)
          } else if (kind === 1 && line!.parts.length < 3) {
            line!.parts.push({ name: '' })
            await press(`Add part ${at + 1}`, model)
          } else if (kind === 2) {
            model.splice(at, 1)
            await press(`Remove line ${at + 1}`, model)
            const next = Math.min(at, model.length - 1)
            await expect
              .poll(() => page.evaluate(() => document.activeElement?.textContent))
              .toBe(next < 0 ? 'Add line' : `Remove line ${next + 1}`)
          } else if (kind === 3 && line!.parts.length > 0) {
            line!.parts.shift()
            await press(`Remove part ${at + 1}.1`, model)
          } else if (line) {
            line.title = `line ${seed} ${step}`
            line.gift = !line.gift
            await label(`Title ${at + 1}`).fill(line.title)
            await label(`Gift ${at + 1}`).setChecked(line.gift)
            for (const [of, part] of line.parts.entries()) {
              part.name = `part ${step} ${of}`
              await label(`Part ${at + 1}.${of + 1}`).fill(part.name)
            }
          }
        }

        if (model.length === 0) {
          await save(422)
          await page.getByText('Add a line').waitFor()
          await page.waitForLoadState('domcontentloaded')
          model.push({ title: '', gift: false, parts: [] })
          await press('Add line', model)
        }
        // The server refuses it, and everything stays in its row.
        await label('Title 1').fill('  ')
        await save(422)
        await page.getByText('Enter a title').first().waitFor()
        await page.waitForLoadState('domcontentloaded')
        for (const [at, line] of model.entries()) {
          expect(await label(`Gift ${at + 1}`).isChecked()).toBe(line.gift)
          line.title = `last ${at}`
          await label(`Title ${at + 1}`).fill(line.title)
        }
        // Enter presses the first button of the form, which is not one of a row.
        const [sent] = await Promise.all([
          page.waitForResponse((found) => found.request().method() === 'POST'),
          label('Title 1').press('Enter'),
        ])
        expect(sent.status()).toBe(200)
        await expect
          .poll(async () => JSON.parse((await page.locator('output').textContent()) || 'null'))
          .toEqual({ lines: model })
        await expect.poll(lines).toBe(model.length)
      }
    })

    test('rows can be added and removed if the code of their buttons does not arrive', async ({
      visitor,
    }) => {
      const { page, open } = visitor
      visitor.accepts(/net::ERR_FAILED/)
      await page.route(/press-button/, (route) => route.abort())
      await open('/rows')
      await page.getByLabel('Title 1', { exact: true }).fill('typed')
      await page.getByRole('button', { name: 'Add line' }).click()
      await expect.poll(() => page.locator('fieldset').count()).toBe(2)
      await page.waitForLoadState('domcontentloaded')
      expect(await page.getByLabel('Title 1', { exact: true }).inputValue()).toBe('typed')
      await page.getByRole('button', { name: 'Remove line 1' }).click()
      await expect.poll(() => page.locator('fieldset').count()).toBe(1)
      await page.waitForLoadState('domcontentloaded')
      expect(await page.getByLabel('Title 1', { exact: true }).inputValue()).toBe('')
      expect(await page.locator('output').textContent()).toBe('')
    })

    test('a form that its contract refuses comes back with everything but secrets and files', async ({
      visitor,
    }) => {
      const { page, open, isAt } = visitor
      const name = uniqueName()
      const path = `/order?calls=${name}`
      // 20 characters with line breaks, which browsers send as CRLF. The rule allows 20.
      const text = 'one\ntwo\nthree\nfour 5'
      await open('/')
      await open(path)
      await page.getByLabel('Title').fill('   ')
      await page.getByLabel('Text').fill(text)
      await page.getByLabel('large').check()
      await page.getByLabel('Extra a').uncheck()
      await page.getByLabel('Colours').selectOption(['a', 'c'])
      await page.getByLabel('Kind').selectOption('b')
      await page.getByLabel('Gift').uncheck()
      await page.getByLabel('Photo').setInputFiles({
        name: 'x.txt',
        mimeType: 'text/plain',
        buffer: Buffer.from('pixels'),
      })
      await page.getByLabel('Password').fill('hunter2')
      await page.getByRole('button', { name: 'Order' }).hover()
      const before = await positionOf(visitor)
      const send = async () => {
        const [response] = await Promise.all([
          page.waitForResponse((response) => response.request().method() === 'POST'),
          page.getByRole('button', { name: 'Order' }).click(),
        ])
        return response.status()
      }

      expect(await send()).toBe(422)
      await page.getByText('Enter a title').waitFor()
      await isAt(path)
      expect(await page.getByLabel('Title').getAttribute('aria-invalid')).toBe('true')
      expect(await page.getByLabel('Title').inputValue()).toBe('   ')
      expect(await page.getByLabel('Text').inputValue()).toBe(text)
      expect(await page.getByLabel('Text').getAttribute('maxlength')).toBe('20')
      expect(await page.getByLabel('large').isChecked()).toBe(true)
      for (const label of ['Extra a', 'Extra b', 'Extra c', 'Gift']) {
        expect(await page.getByLabel(label).isChecked(), label).toBe(false)
      }
      expect(await page.locator('option:checked').allTextContents()).toEqual(['a', 'c', 'b'])
      // With scripts, the inputs were never gone.
      const again = page.getByText('Choose the file again')
      expect(await again.count()).toBe(mode.javaScript ? 0 : 1)
      expect(await page.getByLabel('Password').inputValue()).toBe(mode.javaScript ? 'hunter2' : '')
      if (mode.javaScript) {
        await expect
          .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
          .toBe('Title')
        await expect.poll(() => positionOf(visitor)).toEqual(before)
        expect(await calls(visitor, name)).toEqual(['loader'])
      }

      await page.getByLabel('Title').fill('Dune')
      expect(await send()).toBe(200)
      const saved = async () => JSON.parse((await page.locator('output').textContent())!)
      await expect.poll(saved).toEqual({
        title: 'Dune',
        text,
        size: 'large',
        extras: [],
        colours: ['a', 'c'],
        kind: 'b',
        gift: false,
        ...(mode.javaScript ? { photo: 'pixels', password: 'hunter2' } : {}),
      })
      await expect.poll(() => page.getByText('Enter a title').count()).toBe(0)
      await visitor.stayed()
    })

    test('the messages of a schema show next to their fields, and an accepted form is empty again', async ({
      visitor,
    }) => {
      const { page, open, isAt } = visitor
      await open('/register')
      const shown = () =>
        page.locator('[role=alert]').evaluateAll((all) => all.map((one) => one.textContent))
      await page.getByLabel('Email').fill('abc')
      await page.getByLabel('Password').fill('short')
      await page.getByLabel('Photo').setInputFiles({
        name: 'x.txt',
        mimeType: 'text/plain',
        buffer: Buffer.from('more than ten bytes'),
      })
      expect(await page.getByLabel('Password').getAttribute('type')).toBe('password')
      // Without scripts, the browser would show its own messages.
      if (!mode.javaScript)
        await page.$eval('form', (form: HTMLFormElement) => void (form.noValidate = true))
      await page.getByRole('button', { name: 'Register' }).click()
      await expect
        .poll(shown)
        .toEqual([
          'Enter an address such as ada@example.com',
          'Choose a topic',
          'Choose a file of at most 10 bytes',
          'Use at least eight characters',
        ])
      await page.waitForLoadState('domcontentloaded')

      await page.getByLabel('Email').fill('ada@example.com')
      await page.getByLabel('Topic b').check()
      await page.getByLabel('Photo').setInputFiles([])
      await page.getByLabel('Password').fill('open sesame')
      await page.getByRole('button', { name: 'Register' }).click()
      await isAt('/register?for=ada%40example.com')
      await expect.poll(() => page.getByLabel('Email').inputValue()).toBe('')
      await expect.poll(() => page.getByLabel('Topic b').isChecked()).toBe(false)
      await expect.poll(() => page.getByLabel('Password').inputValue()).toBe('')
      await visitor.stayed()
    })

    if (mode.javaScript) {
      test('an early error does not move what a finger taps', async ({ visitor }) => {
        const { page, open } = visitor
        const session = await page.context().newCDPSession(page)
        await session.send('Emulation.setTouchEmulationEnabled', { enabled: true })
        await open('/register')
        await page.getByLabel('Email').fill('abc')
        const { x, y, width, height } = (await page.getByLabel('News').boundingBox())!
        const touchPoints = [{ x: x + width / 2, y: y + height / 2 }]
        await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
        await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
        await page.getByText('Enter an address such as ada@example.com').waitFor()
        await expect.poll(() => page.getByLabel('News').isChecked()).toBe(true)
      })
    }

    test('a result is gone with the next page', async ({ visitor }) => {
      const { page, open, reads } = visitor
      const list = uniqueName()
      await open(`/notes/${list}`)
      await page.click('#add button')
      await reads('[role=alert]', 'A note needs a title')
      await page.click('text=Leave')
      await reads('h1', 'Home')
      await open(`/notes/${list}`)
      expect(await page.locator('[role=alert]').count()).toBe(0)
    })

    test('files are uploaded', async ({ visitor }) => {
      const { page, open, reads } = visitor
      await open('/upload')
      await page.fill('[aria-label=Comment]', 'grüße')
      await page.setInputFiles('[aria-label=Files]', [
        { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('hello world') },
        { name: 'ü.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(300_000, 'x') },
      ])
      await page.click('text=Send')
      await reads('#comment', 'grüße')
      await expect
        .poll(() => page.locator('.file').allTextContents())
        .toEqual(['a.txt text/plain 11 hello', 'ü.bin application/octet-stream 300000 xxxxx'])
      await visitor.stayed()
    })
  })

  describe('sessions and cookies', () => {
    test('a guard sends to the login, and back after it', async ({ visitor }) => {
      const { page, open, reads, isAt } = visitor
      await open('/')
      await page.click('nav >> text=Account')
      await isAt('/login?next=%2Faccount')
      await reads('#user', 'Nobody is signed in')
      await logIn(visitor, 'Ada', 'open sesame')
      await isAt('/account')
      await reads('#secret', 'The secret of Ada')
      await reads('#user', 'Signed in as Ada')
      await reads('[role=status]', 'Welcome, Ada')
      await visitor.stayed()
    })

    test('logging in changes the id of the session, logging out ends it', async ({ visitor }) => {
      const { page, open, reads, isAt, context } = visitor
      const sessionCookie = async (): Promise<string | undefined> =>
        (await context.cookies()).find(({ name }) => name === 'site_session')?.value
      await open('/login')
      await logIn(visitor, 'Ada', 'wrong')
      await reads('[role=alert]', 'Name or password is wrong')
      const before = await sessionCookie()
      await logIn(visitor, 'Ada', 'open sesame')
      await reads('#user', 'Signed in as Ada')
      const during = await sessionCookie()
      expect(during).not.toBe(before)

      await page.click('text=Log out')
      await isAt('/login')
      await reads('#user', 'Nobody is signed in')
      expect(await sessionCookie()).toBeUndefined()
      await visitor.stayed()

      await open('/account')
      await isAt('/login?next=%2Faccount')
    })

    test('a signed cookie that was changed is ignored', async ({ visitor }) => {
      const { page, open, context } = visitor
      await open('/theme')
      await page.click('text=Dark')
      await expect.poll(() => page.getAttribute('html', 'data-theme')).toBe('dark')

      const theme = (await context.cookies()).find(({ name }) => name === 'theme')!
      await context.addCookies([{ ...theme, value: theme.value.slice(0, -3) + 'AAA' }])
      await open('/')
      expect(await page.getAttribute('html', 'data-theme')).toBe('light')
    })
  })

  describe('errors', () => {
    const secretOf = (what: string): string =>
      mode.served === 'dev' ? `a secret of the ${what}` : 'Unexpected Server Error'

    test('a document whose loader fails has status 500', async ({ visitor }) => {
      const response = await visitor.open('/errors/loader')
      expect(response.status()).toBe(500)
      await visitor.reads('#errors-boundary .error', secretOf('loader'))
      if (mode.served === 'build') expect(await visitor.page.content()).not.toContain('a secret of')
    })

    test('a CatchBoundary gets thrown responses', async ({ visitor }) => {
      await visitor.open('/errors')
      await visitor.page.click('text=Catch boundary')
      await visitor.reads('#catch-boundary', '410 gone for good')
      const response = await visitor.open('/errors/catch')
      expect(response.status()).toBe(410)
    })

    test('a form for a page without an action is a 405', async ({ visitor }) => {
      await visitor.open('/errors')
      const [response] = await Promise.all([
        visitor.page.waitForResponse((response) => response.request().method() === 'POST'),
        visitor.page.click('text=No action there'),
      ])
      expect(response.status()).toBe(405)
      await visitor.page.locator('#errors-boundary').waitFor()
    })

    test('the boundary of the root is the last one', async ({ visitor }) => {
      await visitor.open('/errors')
      await visitor.page.click('text=Root boundary')
      await visitor.reads('#root-boundary .error', '503 Out of Order')
      await visitor.reads('nav a', 'Home')
      await visitor.page.click('nav >> text=Home')
      await visitor.reads('h1', 'Home')
      await visitor.stayed()
      const response = await visitor.open('/broken')
      expect(response.status()).toBe(503)
      await visitor.reads('#root-boundary .error', '503 Out of Order')
    })
  })

  describe('redirects', () => {
    test('never leave the site by two slashes', async ({ visitor }) => {
      await visitor.open('/redirects')
      await visitor.page.click('text=Slashes')
      await visitor.isAt('/landed?from=slashes')
      await visitor.reads('#from', 'from slashes')
    })
  })

  describe('resource routes', () => {
    test('get the query of a link and of a form', async ({ visitor }) => {
      await visitor.open('/resources')
      await visitor.page.click('text=Echo')
      await visitor.reads('body', '{"method":"GET","query":"?a=1"}')
      await visitor.open('/resources')
      await visitor.page.click('text=Echo by form')
      await visitor.reads('body', '{"method":"GET","query":"?b=2"}')
    })

    test('are downloads when they say so', async ({ visitor }) => {
      await visitor.open('/resources')
      const [download] = await Promise.all([
        visitor.page.waitForEvent('download'),
        visitor.page.click('text=Report'),
      ])
      expect(download.suggestedFilename()).toBe('report.csv')
      await visitor.reads('h1', 'Resources')
    })
  })
}

async function addNote({ page, reads }: Visitor, title: string): Promise<void> {
  await page.fill('[aria-label="New note"]', title)
  await page.click('#add button')
  await reads('[role=status]', `Added ${title}`)
}

function titles({ page }: Visitor): Promise<string[]> {
  return page.locator('li[id^=note-] > span').allTextContents()
}

/** How many entries the history has, and how far the page is scrolled. */
function positionOf({ page }: Visitor): Promise<number[]> {
  return page.evaluate(() => [history.length, scrollY])
}

/** Returns the calls that the server recorded under a name. */
async function calls({ context }: Visitor, name: string): Promise<string[]> {
  const response = await context.request.get(`/calls/${name}`)
  return (await response.json()) as string[]
}

async function logIn({ page }: Visitor, name: string, password: string): Promise<void> {
  await page.fill('[aria-label=Name]', name)
  await page.fill('[aria-label=Password]', password)
  await page.click('text=Enter')
}

/** Returns random numbers below a limit, the same ones for each seed. */
function createRandom(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * limit)
  }
}
