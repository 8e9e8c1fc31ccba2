import { createElement as h, type ReactElement } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { Form, Outlet, Scripts, useFields } from '../react/index.ts'
import { invalid } from '../../http/response/index.ts'
import { createBuild, visit, type FixtureRoute } from './app.fixture.ts'
import { createHandler } from './create-handler.ts'

const root: FixtureRoute = {
  default: () => h('html', null, h('body', null, h(Outlet), h(Scripts))),
}

const contract = {
  search: z.object({ q: z.string().optional(), page: z.int().default(1) }),
  body: z.object({
    title: z.string().trim().min(1).max(8).meta({ title: 'Title' }),
    pages: z.int().min(1).optional(),
    text: z.string().max(20).default(''),
    fiction: z.boolean().default(true),
    genre: z.enum(['a', 'b']),
    tags: z.array(z.enum(['x', 'y'])).min(1),
    cover: z.file().mime('image/png').optional(),
    password: z.string().min(3),
    address: z.object({ city: z.string().min(1) }),
  }),
}

function Page(): ReactElement {
  const { form, fields, error } = useFields<typeof contract>()
  const search = useFields<typeof contract>({ of: 'search' })
  return h(
    'div',
    null,
    h(
      Form,
      { method: 'post', ...form } as never,
      h('p', error),
      h('label', { htmlFor: fields.title.id }, fields.title.label),
      h('input', fields.title.input),
      h('p', fields.title.error),
      h('input', fields.pages.input),
      h('textarea', fields.text.textarea),
      h('input', fields.fiction.input),
      fields.genre.options.map((value) =>
        h('input', { key: value, ...fields.genre.option(value) }),
      ),
      h(
        'select',
        fields.tags.select,
        fields.tags.options.map((value) => h('option', { key: value, value })),
      ),
      h('input', fields.cover.input),
      h('input', fields.password.input),
      h('p', fields.password.error),
      h('input', fields.address.city.input),
    ),
    h(
      Form,
      search.form as never,
      h('input', search.fields.q.input),
      h('input', search.fields.page.input),
    ),
  )
}

const build = (module: FixtureRoute = {}) =>
  createBuild({
    root,
    page: { path: '/books', default: Page, contract, action: () => null, ...module },
  })

/** The tags of a name, without the attributes that only tie them together. */
function tagsOf(html: string, name: string): string[] {
  return Array.from(html.matchAll(/<(?:input|textarea|select)[^>]*>/g), ([tag]) => tag)
    .filter((tag) => tag.includes(`name="${name}"`))
    .map((tag) => sorted(tag.replaceAll(/ (?:id|aria-describedby)="[^"]*"/g, '')))
}

/** React decides about the order of attributes. */
function sorted(tag: string): string {
  const [, name, rest] = /^<(\w+)(.*?)\/?>$/.exec(tag)!
  return `<${[
    name,
    ...rest!
      .matchAll(/[\w-]+="[^"]*"/g)
      .map(String)
      .toArray()
      .sort(),
  ].join(' ')}>`
}

function handoffOf(html: string): Record<string, any> {
  return JSON.parse(/<script[^>]*application\/json[^>]*>(.*?)<\/script>/s.exec(html)![1]!)
}

describe('useFields()', () => {
  it('renders the constraints of the schema', async () => {
    const { html } = await visit(build(), '/books')
    const one = (name: string) => tagsOf(html, name)[0]
    expect(one('title')).toBe(
      sorted('<input name="title" type="text" required="" minLength="1" maxLength="8" value=""/>'),
    )
    expect(one('pages')).toBe(
      sorted('<input name="pages" type="number" min="1" step="1" value=""/>'),
    )
    expect(one('text')).toBe(sorted('<textarea name="text" maxLength="20">'))
    expect(one('fiction')).toBe(sorted('<input name="fiction" type="checkbox" checked=""/>'))
    expect(tagsOf(html, 'genre')).toEqual([
      sorted('<input name="genre" required="" type="radio" value="a"/>'),
      sorted('<input name="genre" required="" type="radio" value="b"/>'),
    ])
    expect(one('tags')).toBe(sorted('<select name="tags" multiple="">'))
    // What is never shown again is not part of a draft either.
    expect(one('cover')).toBe(
      sorted('<input name="cover" type="file" accept="image/png" data-secret="true"/>'),
    )
    expect(one('password')).toBe(
      sorted(
        '<input name="password" type="password" required="" minLength="3" value="" data-secret="true"/>',
      ),
    )
    expect(one('address.city')).toBe(
      sorted('<input name="address.city" type="text" required="" minLength="1" value=""/>'),
    )
    expect(html).toMatch(/<form [^>]*enctype="multipart\/form-data"/i)
    expect(html).toMatch(/<label for="([^"]+)">Title<\/label><input [^>]*id="\1"/)
    expect(html).toMatch(/<p id="[^"]+" role="alert" hidden=""><\/p>/)
  })

  it('shows what the URL has in the fields of the search', async () => {
    const { html } = await visit(build({ loader: () => null }), '/books?q=%3Cdune%3E')
    expect(tagsOf(html, 'q')[0]).toContain('value="&lt;dune&gt;"')
    expect(tagsOf(html, 'page')[0]).toContain('value="1"')
  })

  it('shows what was typed and what is wrong on the 422 page, but no secrets', async () => {
    const body = new FormData()
    const typed = {
      title: '',
      text: 'a\r\nb "c"',
      pages: '1.5',
      genre: 'b',
      tags: 'y',
      password: 'no',
      'address.city': 'Rom',
    }
    for (const [name, value] of Object.entries(typed)) body.append(name, value)
    body.append('cover', new File(['x'], 'x.png', { type: 'image/png' }))
    const { response, html } = await visit(build(), '/books', { method: 'POST', body })

    expect(response.status).toBe(422)
    const one = (name: string) => tagsOf(html, name)[0]
    expect(one('title')).toContain('aria-invalid="true"')
    expect(html).toMatch(/<p id="([^"]+)" role="alert">Too small[^<]*<\/p>/)
    const described =
      /name="title"[^>]*aria-describedby="([^"]+)"|aria-describedby="([^"]+)"[^>]*name="title"/.exec(
        html,
      )!
    expect(html).toContain(`<p id="${described[1] ?? described[2]}" role="alert">`)
    expect(one('pages')).toContain('value="1.5"')
    expect(html).toMatch(/<textarea[^>]*>\n?a\r?\nb &quot;c&quot;<\/textarea>/)
    // An unchecked box that is checked by default stays unchecked.
    expect(one('fiction')).not.toContain('checked')
    expect(tagsOf(html, 'genre').map((tag) => tag.includes('checked'))).toEqual([false, true])
    expect(html).toContain('<option value="y" selected="">')
    expect(one('password')).toContain('value=""')
    expect(one('address.city')).toContain('value="Rom"')
    expect(one('cover')).not.toContain('value')
    expect(one('cover')).toContain('aria-invalid="true"')
    expect(handoffOf(html)['invalid'].page.errors).toContainEqual(
      expect.objectContaining({ name: 'cover', message: 'Choose the file again' }),
    )
    expect(JSON.stringify(handoffOf(html)['invalid'])).not.toContain('"no"')
  })

  it('says that a file has to be chosen again only if one was sent and nothing else is wrong with it', async () => {
    const messages = async (cover: File) => {
      const body = new FormData()
      body.append('cover', cover)
      const { html } = await visit(build(), '/books', { method: 'POST', body })
      const { errors } = handoffOf(html)['invalid'].page as {
        errors: { name: string; message: string }[]
      }
      return errors.filter(({ name }) => name === 'cover').map(({ message }) => message)
    }
    expect(await messages(new File(['x'], 'x.png', { type: 'image/png' }))).toEqual([
      'Choose the file again',
    ])
    expect(await messages(new File([], ''))).toEqual([])
    expect(await messages(new File(['x'], 'x.txt', { type: 'text/plain' }))).toEqual([
      expect.stringContaining('image/png'),
    ])

    const body = new FormData()
    body.append('cover', new File(['x'], 'x.png', { type: 'image/png' }))
    // The inputs of the page that sent the request still have their files.
    const data = await visit(build(), '/books?_data=page', { method: 'POST', body })
    expect(await data.response.text()).not.toContain('again')
  })

  it('shows the messages of invalid(), those without a field above the form', async () => {
    const action = () =>
      invalid({ 'address.city': 'Unknown city', other: 'Something else', '': 'Not today' })
    const body = new URLSearchParams({
      title: 'Dune',
      genre: 'a',
      tags: 'x',
      password: 'hunter2',
      'address.city': 'Rom',
    })
    const { html } = await visit(build({ action }), '/books', { method: 'POST', body })
    expect(tagsOf(html, 'address.city')[0]).toContain('aria-invalid="true"')
    expect(html).toMatch(/role="alert">Something else Not today</)
    expect(html).not.toContain('hunter2')
  })

  it('uses an unaligned value as it is: a whole number is accepted after it', async () => {
    const own = { body: z.object({ count: z.int() }) }
    const Counter = () => {
      const { form, fields } = useFields<typeof own>()
      return h(Form, { method: 'post', ...form } as never, h('input', fields.count.input))
    }
    const app = build({ contract: own, default: Counter })
    const { html } = await visit(app, '/books', {
      method: 'POST',
      body: new URLSearchParams({ count: '1.5' }),
    })
    expect(tagsOf(html, 'count')[0]).toContain('step="any"')
  })

  it('begins with the given values', async () => {
    const Edit = () => {
      const { fields } = useFields<typeof contract>({
        values: {
          title: 'Dune',
          fiction: false,
          tags: ['x'],
          genre: 'b',
          address: { city: null },
          password: 'p',
        },
      })
      return h(
        'form',
        null,
        h('input', fields.title.input),
        h('input', fields.fiction.input),
        h('input', fields.genre.option('b')),
        h('input', fields.password.input),
        h('input', fields.address.city.input),
      )
    }
    const { html } = await visit(build({ default: Edit }), '/books')
    expect(tagsOf(html, 'title')[0]).toContain('value="Dune"')
    expect(tagsOf(html, 'fiction')[0]).not.toContain('checked')
    expect(tagsOf(html, 'genre')[0]).toContain('checked')
    expect(tagsOf(html, 'password')[0]).toContain('value=""')
    expect(tagsOf(html, 'address.city')[0]).toContain('value=""')
  })
})

describe('several forms of one action', () => {
  const union = {
    body: z.discriminatedUnion('intent', [
      z.object({ intent: z.literal('rename'), title: z.string().min(1) }),
      z.object({
        intent: z.literal('remove'),
        title: z.string().optional(),
        sure: z.literal(true),
      }),
    ]),
  }
  const Forms = () => {
    const rename = useFields<typeof union>({ form: 'rename', values: { title: 'old' } })
    const remove = useFields<typeof union>({ form: 'remove', values: { title: 'old' } })
    return h(
      'div',
      null,
      h(
        'form',
        null,
        h('input', rename.fields.intent.hidden),
        h('input', rename.fields.title.input),
      ),
      h(
        'form',
        null,
        h('input', remove.fields.intent.hidden),
        h('input', remove.fields.title.input),
        h('input', remove.fields.sure.input),
      ),
    )
  }

  it('keeps the other form as it was', async () => {
    const { html } = await visit(build({ contract: union, default: Forms }), '/books', {
      method: 'POST',
      body: new URLSearchParams({ intent: 'rename', title: '' }),
    })
    expect(tagsOf(html, 'intent')).toEqual([
      sorted('<input type="hidden" name="intent" value="rename"/>'),
      sorted('<input type="hidden" name="intent" value="remove"/>'),
    ])
    expect(tagsOf(html, 'title')[0]).toContain('aria-invalid="true"')
    expect(tagsOf(html, 'title')[0]).toContain('value=""')
    expect(tagsOf(html, 'title')[1]).toBe(sorted('<input name="title" type="text" value="old"/>'))
    expect(tagsOf(html, 'sure')[0]).toBe(sorted('<input name="sure" type="checkbox" required=""/>'))
  })

  it('needs the name of a form', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const Wrong = () => {
      // @ts-expect-error A union needs the name of a form.
      useFields<typeof union>()
      return null
    }
    const { response } = await visit(build({ contract: union, default: Wrong }), '/books')
    expect(response.status).toBe(500)
    expect(String(log.mock.calls[0]![0])).toContain('Pass a form: "rename", "remove"')
    log.mockRestore()
  })
})

describe('the messages of a schema', () => {
  it('are in the document, for the browser', async () => {
    const body = z.object({ title: z.string().min(1, 'Enter a title') })
    const Bare = () => h('input', useFields<{ body: typeof body }>().fields.title.input)
    const app = build({ contract: { body }, default: Bare })
    const { html } = await visit(app, '/books')
    const messages = { valueMissing: 'Enter a title' }
    expect(handoffOf(html)['fields'].page.body.title).toMatchObject({ messages })
    // They are not attributes.
    expect(tagsOf(html, 'title')[0]).toBe(
      sorted('<input name="title" type="text" required="" minLength="1" value=""/>'),
    )
  })

  it('are in the first document even if the schema is asynchronous, and asked for once', async () => {
    const refine = vi.fn(async () => true)
    const body = z.object({ title: z.string().min(1, 'Enter a title').refine(refine) })
    const handle = createHandler(build({ contract: { body }, default: () => null }))
    const open = async () =>
      handoffOf(await (await handle(new Request('http://x.test/books'))).text())['fields']
    const first = await open()
    expect(first.page.body.title.messages).toEqual({ valueMissing: 'Enter a title' })
    const calls = refine.mock.calls.length
    expect(await open()).toEqual(first)
    expect(refine).toHaveBeenCalledTimes(calls)
  })

  it('do not hold up a page if a schema never ends', async () => {
    vi.useFakeTimers()
    try {
      const body = z.object({ title: z.string().refine(() => new Promise<boolean>(() => {})) })
      const visiting = visit(build({ contract: { body }, default: () => null }), '/books')
      await vi.advanceTimersByTimeAsync(1_000)
      expect((await visiting).response.status).toBe(200)
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('fields on the wire', () => {
  it('are in the document, and in a data request that asks for them', async () => {
    const app = build()
    const { html } = await visit(app, '/books')
    const { fields } = handoffOf(html)
    expect(fields.page.body.title).toEqual({
      type: 'text',
      required: true,
      minLength: 1,
      maxLength: 8,
      label: 'Title',
    })
    expect(fields.page.body.password).toMatchObject({ secret: true })

    const asked = await visit(app, '/books?_data=page;fields=page')
    expect(await asked.response.json()).toEqual({ page: { data: null, fields: fields.page } })
    const plain = await visit(build({ loader: () => 1 }), '/books?_data=page')
    expect(await plain.response.json()).toEqual({ page: { data: 1 } })
    const both = await visit(build({ loader: () => 1 }), '/books?_data=page;other=1;fields=page')
    expect(await both.response.json()).toEqual({ page: { data: 1, fields: fields.page } })
  })

  it('are empty if the contract has none', async () => {
    const app = build({ contract: { params: z.object({}) } })
    const { response } = await visit(app, '/books?_data=page;fields=page')
    expect(await response.json()).toEqual({ page: { data: null, fields: {} } })
  })

  it('are refused if they are very large', async () => {
    const body = z.object({
      one: z.enum(Array.from({ length: 2000 }, (_, i) => `member ${i}`) as [string]),
    })
    await expect(visit(build({ contract: { body } }), '/books')).rejects.toThrow(
      /Cannot use the contract of app\/page in a form: its fields have \d+ characters/,
    )
  })

  it('end where a schema contains itself, and leave out what only JSON can express', async () => {
    interface Tree {
      name: string
      child?: Tree | undefined
    }
    const Node: z.ZodType<Tree> = z.object({
      name: z.string(),
      get child() {
        return Node.optional()
      },
    })
    const body = z.object({ tree: Node, rows: z.array(z.array(z.string())) })
    const { html } = await visit(build({ contract: { body }, default: () => null }), '/books')
    expect(handoffOf(html)['fields'].page.body).toEqual({
      tree: { name: { type: 'text' } },
      rows: { type: 'json' },
    })
  })
})
