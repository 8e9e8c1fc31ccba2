import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cop } from '../cop/index.ts'
import { createRouter, type Middleware } from '../../router/fetch-router/index.ts'
import { formData } from '../form-data/index.ts'
import { resources } from '../../router/routes/index.ts'
import { methodOverride, type MethodOverrideOptions } from './index.ts'

const { warn } = console
let warnings: unknown[]

beforeEach(() => {
  warnings = []
  console.warn = (message) => void warnings.push(message)
})

afterEach(() => {
  console.warn = warn
})

function createApp(middleware: Middleware[]) {
  return createRouter({
    middleware,
    defaultHandler: ({ method, originalMethod, request }) =>
      new Response(`${method} ${originalMethod} ${request.method}`),
  })
}

/** The method, the original method and the request's own, as the handler sees them. */
async function methodsOf(
  body: BodyInit | null,
  init: RequestInit = {},
  options?: MethodOverrideOptions,
): Promise<string> {
  const app = createApp([formData(), methodOverride(options)])
  const response = await app.fetch('https://example.com/x', { method: 'POST', body, ...init })
  return response.text()
}

const override = (method: string) => new URLSearchParams({ _method: method })

describe('methodOverride', () => {
  it('converts a POST to PUT, PATCH or DELETE, in upper or lower case', async () => {
    for (const method of ['PUT', 'PATCH', 'DELETE', 'put', 'Patch', 'delete']) {
      expect(await methodsOf(override(method))).toBe(`${method.toUpperCase()} POST POST`)
    }
  })

  it('reads multipart forms too', async () => {
    const form = new FormData()
    form.set('title', 'Dune')
    form.set('_method', 'PUT')
    expect(await methodsOf(form)).toBe('PUT POST POST')
  })

  it('decides which route matches', async () => {
    const router = createRouter({ middleware: [formData(), methodOverride()] })
    router.map(resources('books', { only: ['update', 'destroy'] }), {
      actions: {
        update: ({ params, formData }) =>
          new Response(`update ${params.id} ${String(formData.get('title'))}`),
        destroy: ({ params }) => new Response(`destroy ${params.id}`),
      },
    })
    const post = async (fields: Record<string, string>) => {
      const body = new URLSearchParams(fields)
      return router.fetch('https://example.com/books/7', { method: 'POST', body })
    }
    expect(await (await post({ _method: 'PUT', title: 'Dune' })).text()).toBe('update 7 Dune')
    expect(await (await post({ _method: 'DELETE' })).text()).toBe('destroy 7')
    expect((await post({})).status).toBe(405)
  })

  it('takes another field name, and then no longer _method', async () => {
    const body = new URLSearchParams({ verb: 'DELETE', _method: 'PUT' })
    expect(await methodsOf(body, {}, { fieldName: 'verb' })).toBe('DELETE POST POST')
    expect(await methodsOf(override('PUT'), {}, { fieldName: 'verb' })).toBe('POST POST POST')
  })

  it('takes the first of several', async () => {
    const body = new URLSearchParams([
      ['_method', 'PUT'],
      ['_method', 'DELETE'],
    ])
    expect(await methodsOf(body)).toBe('PUT POST POST')
  })

  it('never sets a safe method, or one other than PUT, PATCH and DELETE', async () => {
    const refused = ['GET', 'get', 'HEAD', 'OPTIONS', 'POST', 'TRACE', 'CONNECT', 'REPORT', '']
    for (const method of [...refused, ' PUT', 'PUT ', 'PUT,DELETE', '<script>', '__proto__']) {
      expect(`${method}: ${await methodsOf(override(method))}`).toBe(`${method}: POST POST POST`)
    }
  })

  it('sets one of four methods, whatever the field says', async () => {
    const letters = fc.string({ unit: fc.constantFrom(...'GETPUACHDLgetpuachdl \0ßﬅ') })
    await fc.assert(
      fc.asyncProperty(fc.oneof(letters, fc.string()), async (value) => {
        const method = (await methodsOf(override(value))).split(' ')[0]
        expect(['POST', 'PUT', 'PATCH', 'DELETE']).toContain(method)
      }),
      { numRuns: 50 },
    )
  })

  it('ignores a file in the field', async () => {
    const form = new FormData()
    form.set('_method', new File(['DELETE'], 'DELETE'))
    expect(await methodsOf(form)).toBe('POST POST POST')
  })

  it('overrides nothing but a POST', async () => {
    for (const method of ['PUT', 'PATCH', 'DELETE', 'REPORT']) {
      expect(await methodsOf(override('DELETE'), { method })).toBe(`${method} ${method} ${method}`)
    }
  })

  it('ignores the query of a GET, and of a POST', async () => {
    const app = createApp([formData(), methodOverride()])
    for (const method of ['GET', 'POST']) {
      const response = await app.fetch('https://example.com/x?_method=DELETE', { method })
      expect(await response.text()).toBe(`${method} ${method} ${method}`)
    }
  })

  it('ignores a form that a GET was given by other middleware', async () => {
    const smuggle: Middleware = (context, next) => {
      const form = new FormData()
      form.set('_method', 'DELETE')
      context.set(FormData, form)
      return next()
    }
    const response = await createApp([smuggle, methodOverride()]).fetch('https://example.com/x')
    expect(await response.text()).toBe('GET GET GET')
  })

  it('leaves a method that other middleware has set', async () => {
    const makeReport: Middleware = (context, next) => {
      context.method = 'REPORT'
      return next()
    }
    const app = createApp([formData(), makeReport, methodOverride()])
    const response = await app.fetch('https://example.com/x', {
      method: 'POST',
      body: override('DELETE'),
    })
    expect(await response.text()).toBe('REPORT POST POST')

    const makePost: Middleware = (context, next) => {
      context.method = 'POST'
      return next()
    }
    const put = createApp([formData(), makePost, methodOverride()])
    const second = await put.fetch('https://example.com/x', {
      method: 'PUT',
      body: override('DELETE'),
    })
    expect(await second.text()).toBe('POST PUT PUT')
  })

  it('ignores headers', async () => {
    for (const name of ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override']) {
      expect(await methodsOf(null, { headers: { [name]: 'DELETE' } })).toBe('POST POST POST')
    }
  })

  it('ignores bodies that are not forms', async () => {
    const headers = { 'Content-Type': 'application/json' }
    expect(await methodsOf('{"_method":"DELETE"}', { headers })).toBe('POST POST POST')
    const text = { 'Content-Type': 'text/plain' }
    expect(await methodsOf('_method=DELETE', { headers: text })).toBe('POST POST POST')
    expect(warnings).toEqual([])
  })

  it('does nothing without formData() before it, and says so once', async () => {
    for (const list of [[methodOverride()], [methodOverride(), formData()]]) {
      const response = await createApp(list).fetch('https://example.com/x', {
        method: 'POST',
        body: override('DELETE'),
      })
      expect(await response.text()).toBe('POST POST POST')
    }
    expect(warnings).toEqual([
      'methodOverride() does nothing without a form: put formData() before it.',
    ])
  })

  it('refuses a field without a name', () => {
    expect(() => methodOverride({ fieldName: '' })).toThrow(
      'methodOverride() takes the name of a field, not ""',
    )
  })
})

describe('methodOverride and cop()', () => {
  const orders: [string, () => Middleware[]][] = [
    ['before', () => [cop(), formData(), methodOverride()]],
    ['after', () => [formData(), methodOverride(), cop()]],
  ]

  it.each(orders)('refuses cross-site forms with cop() %s it', async (_, createList) => {
    for (const method of ['DELETE', 'PUT', 'GET', 'HEAD', 'OPTIONS', '']) {
      const response = await createApp(createList()).fetch('https://example.com/x', {
        method: 'POST',
        body: override(method),
        headers: { 'Sec-Fetch-Site': 'cross-site' },
      })
      expect(`${method}: ${response.status}`).toBe(`${method}: 403`)
    }
  })

  it.each(orders)('lets forms of the site pass with cop() %s it', async (_, createList) => {
    const response = await createApp(createList()).fetch('https://example.com/x', {
      method: 'POST',
      body: override('DELETE'),
      headers: { 'Sec-Fetch-Site': 'same-origin' },
    })
    expect(await response.text()).toBe('DELETE POST POST')
  })
})

describe('options', () => {
  it('must be known', () => {
    expect(() => methodOverride({ field: 'verb' } as object)).toThrow(
      'methodOverride() has no option "field". Its options are fieldName.',
    )
  })
})
