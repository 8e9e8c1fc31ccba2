import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createFields, type Failure } from '../../router/contract/index.ts'
import { createRouter } from '../../router/fetch-router/index.ts'
import { get, post, route } from '../../router/routes/index.ts'
import { html } from './html-response.fixture.ts'
import { createTestApp, type TestPage } from './index.ts'
import type { FieldValues } from './fill-fields.ts'
import type { SubmitOptions } from './forms.ts'

interface Sent {
  method: string
  path: string
  type: string | null
  body: string
}

/** A page with this HTML, and what is sent from it. */
async function open(markup: string): Promise<{ page: TestPage; sent: Sent[] }> {
  const sent: Sent[] = []
  const app = await createTestApp(async (request) => {
    const { pathname, search } = new URL(request.url)
    if (pathname === '/page') return html(markup)
    sent.push({
      method: request.method,
      path: pathname + search,
      type: request.headers.get('Content-Type'),
      body: await request.text(),
    })
    return html('<p>Arrived</p>')
  })
  return { page: await app.visitor().visit('/page'), sent }
}

/** What a form sends, as `name=value` pairs. */
async function submit(
  markup: string,
  fields?: FieldValues,
  options?: SubmitOptions,
): Promise<string> {
  const { page, sent } = await open(
    `<form method="post" action="/send">${markup}<button>Send</button></form>`,
  )
  await page.submit(fields, options)
  return decodeURIComponent(sent[0]!.body.replaceAll('+', ' '))
}

describe('a page', () => {
  it('has the bytes of an image', async () => {
    const image = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0xff, 0x00])
    const app = await createTestApp(
      () => new Response(image, { headers: { 'Content-Type': 'image/png' } }),
    )
    const page = await app.visitor().visit('/logo.png')
    expect(page.bytes()).toEqual(image)
    page.bytes().fill(0)
    expect(page.bytes()).toEqual(image)
  })

  it('can lose responses of a form with their cookies, and send the form again', async () => {
    let sent = 0
    const bodies: string[] = []
    const app = await createTestApp(async (request) => {
      const { pathname } = new URL(request.url)
      if (pathname === '/page') {
        return html(
          '<form method="post" action="/send"><input name="a"><button>Send</button></form>',
        )
      }
      if (pathname === '/done') return html(`<p>${request.headers.get('Cookie')}</p>`)
      bodies.push(`${await request.text()} ${request.headers.get('Cookie')}`)
      const headers = { Location: '/done', 'Set-Cookie': `n=${++sent}` }
      return new Response(null, { status: 303, headers })
    })
    const page = await app.visitor().visit('/page')
    const done = await page.submit({ '[name=a]': 'b' }, { lost: 2 })
    expect(bodies).toEqual(['a=b null', 'a=b null', 'a=b null'])
    expect(done.text).toBe('n=3')
    await expect(page.submit({}, { lost: -1 })).rejects.toThrow('Cannot use -1 as "lost"')
  })

  it('hides what a browser shows only after a click', async () => {
    const { page } = await open(`<details>bare <summary>More</summary>text<p role="alert">folded</p>
      <summary>second</summary></details><div popover>popover <a href="/x">Link</a></div>
      <ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>`)
    expect([page.text, page.alerts]).toEqual(['More\n漢kan', []])
    expect(page.links).toEqual([{ name: 'Link', href: '/x' }])
  })

  it('has a title, visible text and alerts', async () => {
    const { page } = await open(`<!doctype html><title> The
        shop </title>
      <style>p { color: red }</style><script>var x = "<p>no</p>"</script>
      <h1>Books</h1><p>One   <b>big</b><br>shop</p><p hidden>secret</p><template>no</template>
      <noscript><p>Without JavaScript</p></noscript>
      <details><summary>More</summary><p>folded</p></details>
      <details open><summary>Open</summary><p>unfolded</p></details>
      <dialog>closed</dialog><dialog open>Hello</dialog>
      <table><tr><td>a</td><td>b</td></tr></table>
      <input type="hidden" value="no"><textarea>value</textarea><select><option>no</select>
      <div role="alert"> Wrong
        password </div><div role="alert"></div><div role="alert" hidden>no</div>`)
    expect(page.title).toBe('The shop')
    expect(page.text.split('\n')).toEqual([
      'Books',
      'One big',
      'shop',
      'Without JavaScript',
      'More',
      'Open',
      'unfolded',
      'Hello',
      'a b',
      'Wrong password',
    ])
    expect(page.alerts).toEqual(['Wrong password'])
  })

  it('lists its links and forms', async () => {
    const { page } = await open(`<a href="books">Books</a><a>no link</a><a href="/x" hidden>no</a>
      <a href="https://other.example/a">Other</a><map><area href="/map" alt="Map"></map>
      <form aria-label="Search"><label>Words <input name="q" value="dune"></label>
      <select name="s" multiple aria-label="Sort"><option selected>a<option selected>b</select>
      <select name="o"><option>first</select><input type="checkbox" name="c" checked>
      <button>Go</button><button type="button">Help</button></form>`)
    expect(page.links).toEqual([
      { name: 'Books', href: '/books' },
      { name: 'Other', href: 'https://other.example/a' },
      { name: 'Map', href: '/map' },
    ])
    expect(page.forms).toEqual([
      {
        name: 'Search',
        buttons: ['Go'],
        fields: [
          { label: 'Words', name: 'q', type: 'text', value: 'dune' },
          { label: 'Sort', name: 's', type: 'select-multiple', value: ['a', 'b'] },
          { label: '', name: 'o', type: 'select-one', value: 'first' },
          { label: '', name: 'c', type: 'checkbox', value: true },
        ],
      },
    ])
  })

  it('may be large', async () => {
    const { page } = await open(`<a href="/x">Go</a>${'<i></i>'.repeat(200_000)}`)
    expect((await page.click('Go')).text).toBe('Arrived')
  })

  it('can be loaded again, as it was loaded', async () => {
    let count = 0
    const app = await createTestApp(async (request) => {
      const form = '<form method="post"><input name="a" value="b"><button>Send</button></form>'
      return html(`${form}<p>${++count} ${request.method} ${await request.text()}</p>`)
    })
    const page = await (await app.visitor().visit('/')).reload()
    expect(page.text).toContain('2 GET')
    const sent = await page.click('Send')
    expect(sent.text).toContain('3 POST a=b')
    expect((await sent.reload()).text).toContain('4 POST a=b')
  })
})

describe('names', () => {
  it('are accessible names', async () => {
    const { page } = await open(`<span id="one">By</span><span id="two" hidden>reference</span>
      <a href="/1" aria-labelledby="one two" aria-label="no">no</a>
      <a href="/2" aria-label="By label">no</a>
      <a href="/3">By <b>text</b><i aria-hidden="true">no</i></a>
      <a href="/4"><img src="x" alt="By picture"></a>
      <a href="/5" title="By title"></a>
      <a href="/6" aria-labelledby="missing">Fallback</a>
      <form><label for="b7">By for</label><button id="b7">no</button>
      <label>Around <button>no</button></label>
      <input type="submit" value="By value" title="no"><input type="submit"><input type="reset">
      <input type="image" alt="By alt"><button><svg><title>By drawing</title></svg></button></form>`)
    const error = await page.click('nothing').catch((reason: Error) => reason.message)
    expect(error).toBe(
      'Cannot click "nothing": there is no link or button of that name. The page has: "By reference", "By label", "By text", "By picture", "By title", "Fallback", "By for", "Around", "By value", "Submit", "Reset", "By alt", "By drawing"',
    )
  })

  it('of fields are those of their labels', async () => {
    const { page } = await open(`<form><label for="a">For</label><input id="a">
      <label>Around <select><option>no</select> it</label><input title="Title" placeholder="no">
      <textarea placeholder="Placeholder"></textarea><input type="hidden" aria-label="no"></form>`)
    expect(page.forms[0]!.fields.map(({ label }) => label)).toEqual([
      'For',
      'Around it',
      'Title',
      'Placeholder',
      'no',
    ])
  })

  it('match as a whole, or in part by a pattern', async () => {
    const { page, sent } = await open('<a href="/a">Log   in</a><a href="/b">Log in with a key</a>')
    await page.click('Log in')
    await page.click(/key$/g)
    await page.click(/key$/g)
    expect(sent.map(({ path }) => path)).toEqual(['/a', '/b', '/b'])
    await expect(page.click(/Log/)).rejects.toThrow(
      'Cannot click /Log/: there are 2 links or buttons of that name. The page has: "Log in", "Log in with a key"',
    )
  })
})

describe('click', () => {
  it('follows a link, relative to the base of the page', async () => {
    const { page, sent } = await open('<base href="/shop/"><a href="books?page=2#top">Books</a>')
    const next = await page.click('Books')
    expect([sent[0]!.path, next.url]).toEqual([
      '/shop/books?page=2',
      'http://localhost/shop/books?page=2#top',
    ])
  })

  it('sends nothing for a link within the page', async () => {
    const { page, sent } = await open('<a href="#part">Part</a>')
    expect((await page.click('Part')).url).toBe('http://localhost/page#part')
    expect(sent).toEqual([])
  })

  it('submits the form of a button, wherever it stands', async () => {
    const { page, sent } = await open(
      '<form id="f" action="/send"><input name="a" value="1"></form><button form="f" name="b" value="2">Go</button>',
    )
    await page.click('Go')
    expect(sent[0]!.path).toBe('/send?a=1&b=2')
  })

  it('refuses what does nothing without JavaScript, is disabled, or leaves the app', async () => {
    const { page } =
      await open(`<form><button type="button">Menu</button><button disabled>Off</button></form>
      <button>Alone</button><a href="https://other.example/">Away</a><a href="mailto:a@b.c">Mail</a>`)
    await expect(page.click('Menu')).rejects.toThrow('the button does nothing without JavaScript')
    await expect(page.click('Alone')).rejects.toThrow('the button does nothing without JavaScript')
    await expect(page.click('Off')).rejects.toThrow('Cannot click "Off": the button is disabled')
    await expect(page.click('Away')).rejects.toThrow(
      'Cannot go to "https://other.example/" by "Away": it is not part of this app.',
    )
    await expect(page.click('Mail')).rejects.toThrow('it is not part of this app')
  })
})

describe('submit', () => {
  it('fills in fields by label or by name', async () => {
    const sent = await submit(
      `<label>Email <input name="email"></label><textarea name="text">old</textarea>
      <label>Size <select name="size"><option value="s">Small<option value="l">Large</select></label>
      <label><input type="checkbox" name="news"> News</label>
      <fieldset><legend>Color</legend><label><input type="radio" name="color" value="r" checked> Red</label>
      <label><input type="radio" name="color" value="b"> Blue</label></fieldset>
      <input type="hidden" name="token" value="t">`,
      { Email: 'a@b.c', '[name=text]': 'new', Size: 'Large', News: true, Color: 'Blue' },
    )
    expect(sent).toBe('email=a@b.c&text=new&size=l&news=on&color=b&token=t')
  })

  it('takes lists, numbers and booleans', async () => {
    const sent = await submit(
      `<label>Count <input type="number" name="count"></label>
      <select multiple name="tags" aria-label="Tags"><option>a<option selected>b<option>c</select>
      <input type="checkbox" name="c" value="1" checked><input type="checkbox" name="c" value="2"><input type="checkbox" name="c" value="3">
      <input name="line"><input name="line"><label><input type="checkbox" name="on" checked> On</label>
      <label><input type="radio" name="r" value="x"> X</label>`,
      {
        Count: 3,
        Tags: ['a', 'c'],
        '[name=c]': ['2', '3'],
        '[name="line"]': ['one', 'two'],
        On: false,
        X: true,
      },
    )
    expect(sent).toBe('count=3&tags=a&tags=c&c=2&c=3&line=one&line=two&r=x')
  })

  it('sends files', async () => {
    const { page, sent } = await open(
      '<form method="post" enctype="multipart/form-data" action="/send"><label>File <input type="file" name="f"></label><button>Send</button></form>',
    )
    await page.submit({ File: new File(['content'], 'a "b".txt', { type: 'image/png' }) })
    expect(sent[0]!.body).toContain(
      'name="f"; filename="a %22b%22.txt"\r\nContent-Type: image/png\r\n\r\ncontent\r\n',
    )
  })

  it('clicks the first button, as the Enter key does, or the one that is named', async () => {
    const buttons =
      '<button name="do" value="save">Save</button><button name="do" value="delete" formaction="/delete">Delete</button>'
    expect(await submit(buttons)).toBe('do=save')
    expect(await submit(buttons, {}, { button: 'Delete' })).toBe('do=delete')
  })

  it('sends the fields of a form in a table, which browsers know though it is not around them', async () => {
    const { page, sent } = await open(
      `<table><form action="/x"><tr><td><input name="a" value="1"></td></tr></form>
       <form action="/y"><tr><td><input name="b" value="2"></td><td><button>Go</button></td></tr></form></table>
       <input name="c" value="3">`,
    )
    await page.click('Go')
    await page.submit({ '[name=a]': '4' })
    expect(sent.map(({ path }) => path)).toEqual(['/y?b=2', '/x?a=4'])
  })

  it('goes to the page itself if the formaction of the button is empty', async () => {
    const { page, sent } = await open(
      '<form method="post" action="/x"><button formaction="">Save</button></form>',
    )
    await page.submit()
    expect(sent).toEqual([])
    expect((await page.submit()).path).toBe('/page')
  })

  it('keeps a space that does not break in the value of an option', async () => {
    const select = '<select name="a"><option> \u00a0x \n y</option></select><button>Go</button>'
    expect(await submit(select)).toBe('a=\u00a0x y')
    expect(await submit(select, { '[name=a]': 'x y' })).toBe('a=\u00a0x y')
  })

  it('refuses a form without a button in which the Enter key does nothing', async () => {
    const { page, sent } = await open(
      '<form method="post" action="/send"><input name="a"><input name="b"></form>',
    )
    await expect(page.submit()).rejects.toThrow(
      'Cannot submit the form: it has no button and 2 fields for text, so the Enter key does nothing in a browser. Add a button.',
    )
    expect(sent).toEqual([])
    await page.submit({}, { validate: false })
    expect(sent).toMatchObject([{ body: 'a=&b=' }])
  })

  it('sends punycode for the domain of an email address, and six digits for a color', async () => {
    const markup = '<input type="email" name="a"><input type="color" name="b" value="#F00">'
    const sent = await submit(markup, { '[name=a]': 'ada@bücher.example' })
    expect(sent).toBe('a=ada@xn--bcher-kva.example&b=#ff0000')
  })

  for (const [what, markup, message] of [
    [
      'wrap="hard"',
      '<textarea name="a" wrap="HARD"></textarea>',
      'Cannot submit the form: "[name=a]" has wrap="hard", and the test kit breaks no lines. Remove it, or test the form in a browser.',
    ],
    [
      'dirname',
      '<label>Title <input name="a" dirname="d"></label>',
      'Cannot submit the form: "Title" has dirname, and the test kit knows no writing directions. Remove it, or test the form in a browser.',
    ],
    [
      'the name of a color',
      '<input type="color" name="a" value="red">',
      'Cannot submit the form: "[name=a]" has the color "red", and the test kit reads digits only. Write it as "#aabbcc".',
    ],
  ] as const) {
    it(`refuses a form with ${what}, even without validation`, async () => {
      await expect(submit(markup)).rejects.toThrow(message)
      await expect(submit(markup, {}, { validate: false })).rejects.toThrow(message)
    })
  }

  it('takes a color in digits for one that is written as a name', async () => {
    const markup = '<input type="color" name="a" value="red">'
    expect(await submit(markup, { '[name=a]': '#00F' })).toBe('a=#0000ff')
  })

  it('refuses a form whose accept-charset does not begin with UTF-8', async () => {
    const accepting = (charset: string): string =>
      `<form method="post" action="/send" accept-charset="${charset}"><input name="a" value="ä"><input type="hidden" name="_charset_"><button>Send</button></form>`
    const { page } = await open(accepting('windows-1252 utf-8'))
    await expect(page.submit()).rejects.toThrow(
      'Cannot submit the form: its accept-charset is "windows-1252 utf-8", and the test kit sends UTF-8 only. Remove accept-charset, and send the page with charset=utf-8.',
    )
    const { page: other, sent } = await open(accepting(' UTF-8 windows-1252'))
    await other.submit()
    expect(sent[0]!.body).toBe('a=%C3%A4&_charset_=UTF-8')
  })

  it('presses a button that adds a row, and the row can be filled in', async () => {
    const body = z.object({ lines: z.array(z.object({ title: z.string().min(1) })).max(9) })
    const order = route({ show: get('/order'), save: post('/order', { body }) })
    const show = (failure?: Failure): Response => {
      const { lines } = createFields(body, { failure })
      const inputs = lines.rows.map(
        ({ fields, hidden }, at) =>
          `<input ${hidden}><input aria-label="Title ${at + 1}" ${fields.title.attributes}>`,
      )
      return html(
        `<form method="post"><button hidden></button>${inputs.join('')}<button ${lines.add}>Add</button><button>Save</button></form>`,
      )
    }
    const router = createRouter()
    router.map(order.show, () => show())
    router.map(order.save, {
      handler: ({ input }) => html(`<p>${JSON.stringify(input.body)}</p>`),
      invalid: (_, failure) => show(failure),
    })
    const empty = await (await createTestApp(router)).visitor().visit('/order')
    const one = await empty.submit({}, { button: 'Add' })
    const two = await one.submit({ 'Title 1': 'Dune' }, { button: 'Add' })
    const saved = await two.submit({ 'Title 2': 'Emma' }, { button: 'Save' })
    expect(saved.text).toBe('{"lines":[{"title":"Dune"},{"title":"Emma"}]}')
  })

  it('keeps the hidden _method of a form', async () => {
    expect(await submit('<input type="hidden" name="_method" value="DELETE">')).toBe(
      '_method=DELETE',
    )
  })

  it('finds the form by its name, its fields or its button', async () => {
    const { page, sent } =
      await open(`<form action="/a" aria-label="First"><label>Name <input name="n"></label><button>Go</button></form>
      <form action="/b"><label>Email <input name="e"></label><button>Go</button></form>
      <form action="/c"><label>Name <input name="n"></label><button>Stop</button></form>`)
    await page.submit({ Email: 'x' })
    await page.submit({}, { form: 'First' })
    await page.submit({ Name: 'x' }, { button: 'Stop' })
    expect(sent.map(({ path }) => path)).toEqual(['/b?e=x', '/a?n=', '/c?n=x'])
    await expect(page.submit({ Name: 'x' })).rejects.toThrow(
      'Cannot submit a form: 2 forms have these fields and this button. Name one with { form } or { button }. The page has: the form "First" with the fields "Name" and the buttons "Go"; a form with the fields "Email" and the buttons "Go"; a form with the fields "Name" and the buttons "Stop"',
    )
    await expect(page.submit({}, { form: 'Third' })).rejects.toThrow(
      'Cannot submit the form "Third": there is none of that name. The page has: the form "First"',
    )
    await expect(page.submit({ Age: '1' }, { button: 'Stop' })).rejects.toThrow(
      'Cannot fill in "Age": the form has no field of that name. It has: "Name"',
    )
    await expect(page.submit({ Age: '1' })).rejects.toThrow('none has these fields and this button')
    await expect((await open('')).page.submit()).rejects.toThrow('the page has none')
  })

  it('lists what is there if a field or a button is not', async () => {
    const fields = '<label>Email <input name="e"></label><input name="x"><button>Save</button>'
    await expect(submit(fields, { Emial: 'x' })).rejects.toThrow(
      'Cannot fill in "Emial": the form has no field of that name. It has: "Email", "[name=x]"',
    )
    await expect(submit(fields, {}, { button: 'Sav' })).rejects.toThrow(
      'Cannot submit the form with "Sav": it has no button of that name. It has: "Save"',
    )
    await expect(
      submit('<button>A</button><button>A</button>', {}, { button: 'A' }),
    ).rejects.toThrow('it has 2 buttons of that name')
    await expect(submit('<button disabled>A</button>', {}, { button: 'A' })).rejects.toThrow(
      'the button is disabled',
    )
    await expect(submit('<button disabled>A</button>')).rejects.toThrow(
      'Cannot submit the form: its button "A" is disabled',
    )
  })

  it('refuses values that a field cannot take', async () => {
    const select = '<select name="s"><option>a<option disabled>b</select>'
    await expect(submit(select, { '[name=s]': 'z' })).rejects.toThrow(
      'Cannot fill in "[name=s]": it has no option "z". It has: "a"',
    )
    await expect(submit(select, { '[name=s]': 'b' })).rejects.toThrow('the disabled option "b"')
    await expect(submit(select, { '[name=s]': ['a', 'b'] })).rejects.toThrow(
      'one option can be chosen, not 2',
    )
    await expect(submit(select, { '[name=s]': true })).rejects.toThrow('choose one of')
    await expect(submit('<input name="a">', { '[name=a]': true })).rejects.toThrow(
      'it takes a string, not true',
    )
    await expect(submit('<input name="a" disabled>', { '[name=a]': 'x' })).rejects.toThrow(
      'the field is disabled',
    )
    await expect(submit('<input name="a" readonly>', { '[name=a]': 'x' })).rejects.toThrow(
      'the field is read-only',
    )
    await expect(submit('<input type="file" name="a">', { '[name=a]': 'x' })).rejects.toThrow(
      'it takes a File or a list of them, not "x"',
    )
    const radios = '<input type="radio" name="r" value="1"><input type="radio" name="r" value="2">'
    await expect(submit(radios, { '[name=r]': '3' })).rejects.toThrow(
      'it has no choice "3". It has: "1", "2"',
    )
    await expect(submit(radios, { '[name=r]': true })).rejects.toThrow('choose one of')
    await expect(submit('<input name="a"><input name="a">', { '[name=a]': 'x' })).rejects.toThrow(
      'the form has 2 fields of that name',
    )
  })

  it('sends what a page could not with validate: false', async () => {
    const select = '<select name="s"><option>a</select><input name="n" type="number" required>'
    const sent = await submit(select, { '[name=s]': 'z', '[name=n]': 'abc' }, { validate: false })
    expect(sent).toBe('s=z&n=abc')
  })

  it('refuses an address that is not part of the app', async () => {
    const away = await open('<form action="https://other.example/x"><button>Go</button></form>')
    await expect(away.page.submit()).rejects.toThrow(
      'Cannot go to "https://other.example/x?" by "the form": it is not part of this app.',
    )
    const broken = await open(
      '<form action="http://"><button>Go</button></form><a href="http://[">No</a>',
    )
    await expect(broken.page.submit()).rejects.toThrow('Cannot go to "invalid:http://')
    await expect(broken.page.click('No')).rejects.toThrow('it is not part of this app')
  })

  it('does not send the method dialog', async () => {
    const { page } = await open('<form method="dialog"><button>Close</button></form>')
    await expect(page.submit()).rejects.toThrow('its method "dialog" closes a dialog')
  })
})

describe('a field that a browser would refuse', () => {
  for (const [what, markup, value, reason] of [
    ['is required', '<input name="f" required>', '', 'it is required'],
    [
      'is a required box',
      '<input type="checkbox" name="f" required>',
      undefined,
      'it must be checked',
    ],
    [
      'is a required file',
      '<input type="file" name="f" required>',
      undefined,
      'a file is required',
    ],
    [
      'is a required choice',
      '<input type="radio" name="f" required>',
      undefined,
      'one of its choices is required',
    ],
    [
      'is a required select',
      '<select name="f" required><option value="">-<option>a</select>',
      undefined,
      'an option is required',
    ],
    [
      'is no email address',
      '<input type="email" name="f">',
      'ada',
      '"ada" is not an email address',
    ],
    ['is no URL', '<input type="url" name="f">', 'ada', '"ada" is not a URL'],
    [
      'is no number',
      '<input type="number" name="f">',
      'ada',
      '"ada" is not a value of type number',
    ],
    [
      'is no date',
      '<input type="date" name="f">',
      '2026-02-30',
      '"2026-02-30" is not a value of type date',
    ],
    ['is no color', '<input type="color" name="f">', 'reddish', '"reddish" is not a color'],
    ['is below min', '<input type="number" name="f" min="3">', '2', '"2" is less than its min "3"'],
    [
      'is above max',
      '<input type="date" name="f" max="2026-01-01">',
      '2026-01-02',
      '"2026-01-02" is more than its max "2026-01-01"',
    ],
    [
      'is above the end of a range',
      '<input type="range" name="f" max="10">',
      '11',
      '"11" is more than its max "10"',
    ],
    [
      'is between steps',
      '<input type="number" name="f" min="1" step="0.2">',
      '1.3',
      '"1.3" is not on its step of 0.2',
    ],
    [
      'is between minutes',
      '<input type="time" name="f">',
      '12:30:15',
      '"12:30:15" is not on its step of 60',
    ],
    [
      'does not match',
      '<input name="f" pattern="[a-z]+">',
      'abc1',
      '"abc1" does not match its pattern [a-z]+',
    ],
    [
      'is too long',
      '<textarea name="f" maxlength="2"></textarea>',
      'abc',
      '"abc" is longer than its maxlength 2',
    ],
    ['is too short', '<input name="f" minlength="2">', 'a', '"a" is shorter than its minlength 2'],
  ] as const) {
    it(`because it ${what} is named with the reason`, async () => {
      const fields: FieldValues = value === undefined ? {} : { '[name=f]': value }
      await expect(submit(markup, fields)).rejects.toThrow(
        `Cannot submit the form: a browser would refuse "[name=f]": ${reason}`,
      )
      await submit(markup, fields, { validate: false })
    })
  }

  it('is named by its label', async () => {
    await expect(submit('<label>Email <input name="e" required></label>')).rejects.toThrow(
      'Cannot submit the form: a browser would refuse "Email": it is required. To send it anyway, pass { validate: false }.',
    )
  })

  it('is sent if the form or the button says novalidate', async () => {
    expect(await submit('<input name="f" required><button formnovalidate>Go</button>')).toBe('f=')
    const { page, sent } = await open('<form novalidate><input name="f" required></form>')
    await page.submit()
    expect(sent).toHaveLength(0)
    expect(page.forms).toHaveLength(1)
  })

  it('may be an empty option, but not the first one that stands for none', async () => {
    const empty = '<option value="" selected>None</option>'
    const go = '<button>Go</button>'
    const select = (options: string, attributes = ''): Promise<string> =>
      submit(`<select name="a" required ${attributes}>${options}</select>${go}`)

    await expect(select(`${empty}<option>x</option>`)).rejects.toThrow('an option is required')
    expect(await select(`<option>x</option>${empty}`)).toBe('a=')
    expect(await select(empty, 'multiple')).toBe('a=')
    expect(await select(empty, 'size="2"')).toBe('a=')
    expect(await select(`<optgroup label="g">${empty}</optgroup>`)).toBe('a=')
  })

  it('counts only if it can be changed', async () => {
    expect(
      await submit('<input name="a" required readonly><input name="b" required disabled>'),
    ).toBe('a=')
    expect(await submit('<input name="a" value="abc" maxlength="1">')).toBe('a=abc')
  })

  it('may be on any step, in any case', async () => {
    const markup =
      '<input type="number" name="a" step="any"><input type="number" name="b" step="0.1">'
    expect(await submit(markup, { '[name=a]': '1.234', '[name=b]': '0.7' })).toBe('a=1.234&b=0.7')
    const week =
      '<input type="week" name="w" min="2026-W01" max="2026-W53"><input type="time" name="t" min="22:00" max="06:00">'
    expect(await submit(week, { '[name=w]': '2026-W53', '[name=t]': '23:00' })).toBe(
      'w=2026-W53&t=23:00',
    )
  })
})
