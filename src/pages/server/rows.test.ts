import { createElement as h, type ReactElement } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { createRouter } from '../../router/fetch-router/index.ts'
import { formData } from '../../middleware/form-data/index.ts'
import { Form, Outlet, Scripts, useFields } from '../react/index.ts'
import { post } from '../../router/routes/index.ts'
import { createBuild, visit, type FixtureRoute } from './app.fixture.ts'
import { createHandler } from './create-handler.ts'
import { createPages } from './create-pages.ts'

const root: FixtureRoute = {
  default: () => h('html', null, h('body', null, h(Outlet), h(Scripts))),
  CatchBoundary: () => 'caught',
}

const contract = {
  params: z.object({ id: z.int() }),
  search: z.object({ page: z.int().optional() }),
  body: z.object({
    name: z.string().min(1, 'Enter a name'),
    lines: z
      .array(
        z.object({
          title: z.string().min(1, 'Enter a title'),
          gift: z.boolean(),
          count: z.int().default(1),
          pin: z.string().optional(),
          photo: z.file().optional(),
        }),
      )
      .min(1, 'Add a line')
      .max(3),
  }),
}

function Page(): ReactElement {
  const { form, fields, error } = useFields<typeof contract>()
  return h(
    Form,
    { method: 'post', ...form } as never,
    h('button', { hidden: true }),
    h('p', error),
    h('input', fields.name.input),
    fields.lines.rows.map((row) =>
      h(
        'fieldset',
        { key: row.key },
        h('input', row.hidden),
        h('input', row.fields.title.input),
        h('p', row.fields.title.error),
        h('input', row.fields.gift.input),
        h('input', row.fields.count.input),
        h('input', row.fields.pin.input),
        h('input', row.fields.photo.input),
        h('p', row.fields.photo.error),
        h('button', row.remove),
      ),
    ),
    h('p', fields.lines.error),
    h('button', fields.lines.add),
  )
}

const action = vi.fn(() => null)

function build(module: FixtureRoute = {}) {
  action.mockClear()
  return createBuild({
    root,
    page: { path: '/orders/:id', default: Page, contract, action, ...module },
  })
}

type Fields = Record<string, string>

function form(fields: Fields, method = 'POST'): RequestInit {
  return { method, body: new URLSearchParams(fields) }
}

function multipart(fields: Record<string, string | File>): RequestInit {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  return { method: 'POST', body }
}

function tagOf(html: string, name: string): string | undefined {
  return Array.from(html.matchAll(/<(?:input|button)[^>]*>/g), ([tag]) => tag).find((tag) =>
    tag.includes(
      name.startsWith('+') || name.startsWith('-') ? `value="${name}"` : `name="${name}"`,
    ),
  )
}

function rowsOf(html: string): string[] {
  return Array.from(html.matchAll(/type="hidden" name="(lines\.\d+)"/g), ([, name]) => name!)
}

describe('a list of rows in a form (RW-7, RW-8, RW-10, RW-17)', () => {
  it('begins with as many rows as there must be, and with buttons to add and remove them', async () => {
    const { html } = await visit(build(), '/orders/1')
    expect(rowsOf(html)).toEqual(['lines.0'])
    expect(tagOf(html, 'lines.0.title')).toMatch(/type="text"/)
    expect(tagOf(html, 'lines.0.count')).toMatch(/value="1"/)
    expect(tagOf(html, '+lines')).toBe('<button value="+lines" formNoValidate="" name="_rows">')
    expect(tagOf(html, '-lines.0')).toBe('<button value="-lines.0" formNoValidate="" name="_rows">')
    expect(html).toContain('encType="multipart/form-data"')
  })

  it('shows the sent rows with their indexes and errors after a 422, and no more than were sent', async () => {
    const { html, response } = await visit(
      build(),
      '/orders/1',
      form({
        name: 'Ada',
        'lines.3.title': '',
        'lines.3.gift': 'on',
        'lines.7': '',
        'lines.7.title': 'b',
      }),
    )
    expect(response.status).toBe(422)
    expect(rowsOf(html)).toEqual(['lines.3', 'lines.7'])
    expect(tagOf(html, 'lines.3.title')).toMatch(/aria-invalid="true"/)
    expect(tagOf(html, 'lines.3.gift')).toMatch(/checked/)
    expect(tagOf(html, 'lines.7.title')).toMatch(/value="b"/)
    expect(tagOf(html, 'lines.7.title')).not.toMatch(/aria-invalid/)

    const none = await visit(build(), '/orders/1', form({ name: 'Ada' }))
    expect([none.response.status, rowsOf(none.html)]).toEqual([422, []])
    expect(none.html).toContain('>Add a line</p>')
  })

  it('begins with values, else with the default, and add is disabled when the list is full', async () => {
    const Lines = ({ values }: { values?: unknown }) => {
      const { fields } = useFields<any>({ values } as never) as any
      return h(
        'form',
        null,
        fields.lines.rows.map((row: any) =>
          h('input', { key: row.key, ...row.fields.title.input }),
        ),
        h('button', fields.lines.add),
      )
    }
    const lines = z.array(z.object({ title: z.string(), secretKey: z.string().optional() })).max(2)
    const body = z.object({ lines: lines.default([{ title: 'preset', secretKey: 'hidden' }]) })
    const show = (values?: unknown) =>
      visit(build({ default: () => h(Lines, { values }), contract: { body } }), '/orders/1')

    const preset = await show()
    expect(tagOf(preset.html, 'lines.0.title')).toMatch(/value="preset"/)
    expect(preset.html).not.toContain('hidden')
    expect(tagOf(preset.html, '+lines')).not.toMatch(/disabled/)
    const full = await show({ lines: [{ title: 'a' }, { title: 'b' }] })
    expect(tagOf(full.html, 'lines.1.title')).toMatch(/value="b"/)
    expect(tagOf(full.html, '+lines')).toMatch(/disabled/)
    expect((await show({ lines: [] })).html).not.toContain('lines.0')
  })

  it('has no fields in a search', async () => {
    const Search = () => String((useFields<any>({ of: 'search' } as never) as any).fields.lines)
    const search = contract.body.pick({ lines: true }).partial()
    const { response } = await visit(build({ default: Search, contract: { search } }), '/orders/1')
    expect(response.status).toBe(500)
  })
})

describe('a press without JavaScript (RW-12, RW-13)', () => {
  const typed = {
    name: '',
    'lines.2.title': 'a',
    'lines.2.count': '5',
    'lines.7': '',
    'lines.7.title': '',
    'lines.7.pin': '1234',
  }

  it('adds a row with the next index, and shows the page with everything that was typed', async () => {
    const loader = vi.fn(() => 'data')
    const { html, response } = await visit(
      build({ loader }),
      '/orders/1',
      form({ ...typed, _rows: '+lines' }),
    )
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'no-store'])
    expect([action.mock.calls.length, loader.mock.calls.length]).toEqual([0, 1])
    expect(rowsOf(html)).toEqual(['lines.2', 'lines.7', 'lines.8'])
    expect(tagOf(html, 'lines.2.title')).toMatch(/value="a"/)
    expect(tagOf(html, 'lines.2.count')).toMatch(/value="5"/)
    expect(tagOf(html, 'lines.7.count')).toMatch(/value=""/)
    expect(html).not.toContain('1234')
    expect(html).not.toContain('aria-invalid')

    // The new row begins with its defaults, and gets the focus.
    expect(tagOf(html, 'lines.8.count')).toMatch(/value="1"/)
    expect(tagOf(html, 'lines.8.title')).toMatch(/autofocus/i)
    expect(tagOf(html, 'lines.7.title')).not.toMatch(/autofocus/i)
    expect(tagOf(html, '+lines')).toMatch(/disabled/)
  })

  it('removes a row, and the button of the next row gets the focus, else of the row before, else add', async () => {
    const first = await visit(build(), '/orders/1', form({ ...typed, _rows: '-lines.2' }))
    expect([first.response.status, rowsOf(first.html)]).toEqual([200, ['lines.7']])
    expect(tagOf(first.html, '-lines.7')).toMatch(/autofocus/i)
    const last = await visit(build(), '/orders/1', form({ ...typed, _rows: '-lines.7' }))
    expect(rowsOf(last.html)).toEqual(['lines.2'])
    expect(tagOf(last.html, '-lines.2')).toMatch(/autofocus/i)
    const only = await visit(build(), '/orders/1', form({ 'lines.0': '', _rows: '-lines.0' }))
    expect(rowsOf(only.html)).toEqual([])
    expect(tagOf(only.html, '+lines')).toMatch(/autofocus/i)
    expect(action).not.toHaveBeenCalled()
  })

  it('changes nothing if there is no such list or row, or the list is full', async () => {
    const full = { 'lines.0': '', 'lines.1': '', 'lines.4': '' }
    for (const [fields, value] of [
      [typed, '+others'],
      [typed, '+name'],
      [typed, '+lines.7'],
      [typed, '-lines.3'],
      [typed, '-lines.07'],
      [typed, '-lines'],
      [typed, '-lines.7.title'],
      [typed, ''],
      [typed, 'lines'],
      [typed, '+__proto__'],
      [typed, '+constructor'],
      [typed, `+${'lines.'.repeat(10_000)}`],
      [full, '+lines'],
      [{ 'lines.9999': '' }, '+lines'],
    ] as [Fields, string][]) {
      const { html, response } = await visit(
        build(),
        '/orders/1',
        form({ ...fields, _rows: value }),
      )
      const rows = Object.keys(fields).flatMap((name) => /^lines\.\d+/.exec(name) ?? [])
      expect([response.status, rowsOf(html)]).toEqual([200, Array.from(new Set(rows))])
      expect(html).not.toMatch(/autofocus/i)
    }
    expect(action).not.toHaveBeenCalled()
  })

  it('asks to choose files again, except those of a removed row', async () => {
    const sent = {
      'lines.0.photo': new File(['x'], 'a.png'),
      'lines.1.photo': new File(['y'], 'b.png'),
    }
    const { html } = await visit(build(), '/orders/1', multipart({ ...sent, _rows: '-lines.1' }))
    expect(rowsOf(html)).toEqual(['lines.0'])
    expect(html.match(/>Choose the file again</g)).toHaveLength(1)
  })

  it('gives the same page again, and nested lists grow by the highest index of the form', async () => {
    const body = z.object({
      lines: z.array(z.object({ parts: z.array(z.object({ name: z.string() })) })),
    })
    const Nested = () => {
      const { fields } = useFields<{ body: typeof body }>()
      return h(
        'p',
        null,
        fields.lines.rows.map((row) => row.fields.parts.rows.map((part) => `${part.hidden.name};`)),
      )
    }
    const module = { default: Nested, contract: { body } }
    const send = (rows: string) =>
      visit(
        build(module),
        '/orders/1',
        form({ 'lines.0': '', 'lines.3.parts.5.name': 'x', _rows: rows }),
      )
    const added = await send('+lines.0.parts')
    expect(added.html).toContain('lines.0.parts.6;<!-- -->lines.3.parts.5;')
    expect((await send('+lines.0.parts')).html).toBe(added.html)
    expect((await send('+lines.1.parts')).html).not.toContain('lines.1.')
    expect((await send('-lines.3.parts.5')).html).not.toContain('parts.5;')
  })

  it('is a 413 for more text than a page shows again, and a 400 for more than we read', async () => {
    const much = form({ name: 'x'.repeat(1024 * 1024 + 1), _rows: '+lines' })
    expect((await visit(build(), '/orders/1', much)).response.status).toBe(413)
    const high = form({ 'lines.10000': '', _rows: '+lines' })
    expect((await visit(build(), '/orders/1', high)).response.status).toBe(400)
  })

  it('comes after params and search', async () => {
    const press = form({ _rows: '+lines' })
    expect((await visit(build(), '/orders/x', press)).response.status).toBe(404)
    const strict = { ...contract, search: z.object({ page: z.int() }) }
    expect((await visit(build({ contract: strict }), '/orders/1', press)).response.status).toBe(400)
  })

  it('is an ordinary field where the body has no list', async () => {
    const body = z.object({ _rows: z.string() })
    const module = { default: () => 'page', contract: { body } }
    const { response } = await visit(build(module), '/orders/1', form({ _rows: '+lines' }))
    expect([response.status, action.mock.calls.length]).toEqual([200, 1])

    const both = body.extend({ lines: contract.body.shape.lines })
    expect(() => createPages(build({ contract: { body: both } }))).toThrow(
      'Cannot use the name "_rows" in the body',
    )
  })
})

describe('no press runs an action', () => {
  const press = { 'lines.0.title': 'a', name: 'x', _rows: '+lines' }

  it('whatever its method is', async () => {
    for (const init of [
      form(press),
      form({ ...press, _method: 'DELETE' }),
      form({ ...press, _method: 'PUT', _once: 'x'.repeat(32) }),
      form(press, 'PUT'),
      form(press, 'PATCH'),
      form(press, 'DELETE'),
      multipart(press),
      multipart({ _method: 'DELETE', ...press }),
    ]) {
      const { html, response } = await visit(build(), '/orders/1', init)
      expect([response.status, action.mock.calls.length]).toEqual([200, 0])
      expect(rowsOf(html)).toEqual(['lines.0', 'lines.1'])
    }
  })

  it('of a form that is sent once, with an old key or none', async () => {
    for (const key of [{ _once: '1.old' }, {}] as Fields[]) {
      const module = { once: true } as FixtureRoute
      const { html, response } = await visit(build(module), '/orders/1', form({ ...press, ...key }))
      expect([response.status, action.mock.calls.length]).toEqual([200, 0])
      expect(rowsOf(html)).toEqual(['lines.0', 'lines.1'])
    }
  })

  it('if formData() has read the body', async () => {
    const pages = createPages(build())
    const router = createRouter({ middleware: [formData()] })
    router.map('/*', pages)
    for (const init of [form(press), multipart(press)]) {
      const response = await router.fetch('http://localhost/orders/1', init)
      expect([response.status, action.mock.calls.length]).toEqual([200, 0])
      expect(rowsOf(await response.text())).toEqual(['lines.0', 'lines.1'])
    }
  })

  it('as a data request, which gets the values and the focus', async () => {
    const { response } = await visit(build(), '/orders/1?_data=page', form(press))
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'no-store'])
    expect(JSON.parse(await response.text())).toEqual({
      invalid: {
        ran: false,
        errors: [],
        values: { 'lines.0.title': ['a'], name: ['x'], 'lines.0': [''], 'lines.1': [''] },
        focus: 'lines.1',
      },
    })
    expect(action).not.toHaveBeenCalled()
  })

  it('as a data request with files, which the browser still has', async () => {
    const photo = new File(['x'], 'a.png')
    const sent = multipart({ 'lines.0.photo': photo, _rows: '+lines' })
    const { response } = await visit(build(), '/orders/1?_data=page', sent)
    expect(JSON.parse(await response.text())).toMatchObject({
      invalid: { errors: [], values: { 'lines.0': [''] }, focus: 'lines.1' },
    })
  })

  it('in one of several forms of a page', async () => {
    const body = z.discriminatedUnion('intent', [
      contract.body.extend({ intent: z.literal('save') }),
      z.object({ intent: z.literal('remove') }),
    ])
    const Two = () => {
      const { fields } = useFields<{ body: typeof body }>({ form: 'save' })
      return h(
        'p',
        null,
        fields.lines.rows.map(({ hidden }) => h('input', { key: hidden.name, ...hidden })),
      )
    }
    const module = { default: Two, contract: { body } }
    for (const intent of ['save', 'remove', 'other']) {
      const { html, response } = await visit(build(module), '/orders/1', form({ ...press, intent }))
      expect([response.status, action.mock.calls.length]).toEqual([200, 0])
      if (intent === 'save') expect(rowsOf(html)).toEqual(['lines.0', 'lines.1'])
    }
  })

  it('from another site, which gets a 403', async () => {
    const fetch = createHandler(build())
    const response = await fetch(
      new Request('http://localhost/orders/1', {
        ...form(press),
        headers: { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' },
      }),
    )
    expect([response.status, action.mock.calls.length]).toEqual([403, 0])
  })

  it('that middleware refuses', async () => {
    const middleware = [() => new Response('no', { status: 401 })]
    const { response } = await visit(build({ middleware } as never), '/orders/1', form(press))
    expect([response.status, action.mock.calls.length]).toEqual([401, 0])
  })

  it('of a resource route, which has no form to show', async () => {
    const { response } = await visit(
      build({ default: undefined } as never),
      '/orders/1',
      form(press),
    )
    expect([response.status, action.mock.calls.length]).toEqual([422, 0])
    expect(await response.json()).toMatchObject({ errors: [{ name: '_rows', in: 'body' }] })
  })

  it('of a route of the router (RW-16)', async () => {
    const handler = vi.fn(() => new Response('ran'))
    const route = post('/orders', { body: contract.body })
    const bare = createRouter()
    bare.map(route, handler)
    const problem = await bare.fetch('http://localhost/orders', form(press))
    expect([problem.status, await problem.json()]).toMatchObject([
      422,
      { errors: [{ name: '_rows' }] },
    ])

    const invalid = vi.fn((_: unknown, failure: unknown) => Response.json(failure))
    const own = createRouter({ onInvalid: () => new Response(null, { status: 418 }) })
    own.map(route, { handler, invalid } as never)
    const shown = await (await own.fetch('http://localhost/orders', form(press))).json()
    expect(shown).toMatchObject({
      status: 200,
      errors: [],
      focus: 'lines.1',
      values: { 'lines.1': [''] },
    })

    const others = createRouter({ onInvalid: (_, { status }) => new Response(null, { status }) })
    others.map(route, handler)
    expect((await others.fetch('http://localhost/orders', form(press))).status).toBe(422)
    expect(handler).not.toHaveBeenCalled()
  })
})
