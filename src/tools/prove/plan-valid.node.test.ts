import './open-proof.ts'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { type } from 'arktype'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { createRouter } from '../../router/fetch-router/index.ts'
import { proof } from '../../internal/exchange/proof.ts'
import { openapi } from '../../router/openapi/index.ts'
import { json } from '../../http/response/index.ts'
import { get, post, put, route } from '../../router/routes/index.ts'
import { toRequest, urlOf } from './attack.ts'
import { Addresses } from './addresses.ts'
import { draftPlan, planValid } from './plan.ts'
import { paramsFor } from './plan-app.ts'
import { listTargets, type Params, type Target } from './targets.ts'

const Category = z.object({
  name: z.string(),
  get children() {
    return z.array(Category)
  },
})

const routes = route({
  list: get('/books', {
    search: z.object({
      page: z.int().min(1).max(9).default(1),
      near: z.object({ lat: z.number().min(-90).max(90).nullable() }).optional(),
      tags: z.array(z.enum(['a', 'b'])).optional(),
      isNew: z.boolean().optional(),
    }),
  }),
  show: get('/books/:id', { params: z.object({ id: z.int().min(1).max(9) }) }),
  create: post('/books', {
    body: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('paper'), pages: z.int().min(1), note: z.string().nullable() }),
      z.object({ kind: z.literal('file'), upload: z.file().mime('application/pdf').max(1_000) }),
    ]),
  }),
  update: put('/books/:id', {
    params: z.object({ id: z.int() }),
    body: z.object({
      title: z
        .string()
        .min(1)
        .max(80)
        .meta({ examples: ['Dune'] }),
      slug: z.string().regex(/^[a-z]+(?:-[a-z]+)*$/),
      mail: z.email().optional(),
      at: z.object({ shelf: z.string().max(3) }).optional(),
      tags: z.array(z.string().min(1)).max(3),
    }),
  }),
  categories: post('/categories', { body: Category }),
  arktype: post('/arktype', { body: type({ 'a?': '1 <= string <= 5', b: 'number | null' }) }),
})

const router = createRouter()
for (const one of Object.values(routes)) router.map(one as never, (() => json(null)) as never)

const document = openapi(routes, { title: 'Shop', version: '1' })
const id = 'https://example.com/document'
const ajv = new Ajv2020({ strict: false, validateFormats: false })
ajv.addSchema({ $id: id, ...document })

async function firstParams(target: Target): Promise<Params> {
  for await (const { params } of paramsFor(target, new Addresses([]))) return params
  throw new Error('no params')
}

/** Checks a value with the schema at a place of the document. */
function fits(place: readonly string[], value: unknown): boolean {
  const pointer = place.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
  return ajv.getSchema(`${id}#${encodeURI(pointer)}`)!(value) as boolean
}

/** What a text in a URL or a form can mean. */
function readings(text: string): unknown[] {
  return [text, ...(text === '' ? [null] : [Number(text)]), text === 'true']
}

/** What the fields of a form can mean, as one value. */
function* formReadings(fields: readonly (readonly [string, string])[]): Generator<object> {
  const [first, ...others] = fields
  if (first === undefined) return yield {}
  const [name, text] = first
  for (const rest of formReadings(others)) {
    for (const value of readings(text)) {
      const [key, inner] = name.split('.') as [string, string?]
      const known = (rest as Record<string, unknown>)[key]
      if (inner !== undefined) yield { ...rest, [key]: { ...(known as object), [inner]: value } }
      else {
        yield { ...rest, [key]: known === undefined ? value : [value, known].flat() }
        if (known === undefined) yield { ...rest, [key]: [value] }
      }
    }
  }
}

/** The fields of a form that the document describes: not those of rows. The content of a file stands for the file. */
async function fieldsOf(request: Request): Promise<(readonly [string, string])[]> {
  const fields: (readonly [string, string])[] = []
  for (const [name, value] of await request.formData()) {
    if (!/\.\d/.test(name))
      fields.push([name, typeof value === 'string' ? value : await value.text()])
  }
  return fields
}

it('creates requests that fit the OpenAPI document', async () => {
  const { targets } = await listTargets(proof!)
  const kinds = new Set<string>()
  let requests = 0
  for (const target of targets) {
    {
      const draft = await draftPlan(target, await firstParams(target))
      for (const { attack } of [draft.plan('as it is', {}), ...planValid(draft)]) {
        requests += 1
        const place = ['paths', target.pattern.replace(':id', '{id}'), target.method.toLowerCase()]
        const { parameters = [], requestBody } = document.paths[place[1]!]![place[2]!]!
        const url = new URL(urlOf(attack)!)
        const message = `${target.method} ${url.href} ${attack.body && JSON.stringify(attack.body)}`
        expect(await router.fetch(toRequest(attack)!), message).toMatchObject({ status: 200 })

        const known = parameters.map(({ name }) => name)
        for (const name of url.searchParams.keys()) expect(known, message).toContain(name)
        for (const [i, parameter] of parameters.entries()) {
          const texts =
            parameter.in === 'path'
              ? [url.pathname.split('/').at(-1)!]
              : url.searchParams.getAll(parameter.name)
          const schema = [...place, 'parameters', String(i), 'schema']
          const values = [...texts.flatMap(readings), texts]
          const isFine =
            texts.length === 0 ? !parameter.required : values.some((v) => fits(schema, v))
          expect(isFine, message).toBe(true)
        }

        const { body } = attack
        if (body === undefined) continue
        const type = toRequest(attack)!.headers.get('Content-Type')!
        const content = type.split(';')[0]!
        kinds.add(content)
        expect(Object.keys(requestBody!.content), message).toContain(content)
        const schema = [...place, 'requestBody', 'content', content, 'schema']
        // The document describes lists of objects in JSON only.
        const isJson = content === 'application/json'
        const values = isJson
          ? [JSON.parse(body as string)]
          : formReadings(await fieldsOf(toRequest(attack)!))
        expect(
          [...values].some((value) => fits(schema, value)),
          message,
        ).toBe(true)
      }
    }
  }
  expect(kinds.size).toBe(3)
  expect(requests).toBeGreaterThan(30)
})
