import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { type } from 'arktype'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Failure } from './failure.ts'
import { inputOf, postForm, postJson } from './input.fixture.ts'
import type { Schema } from './contract.ts'
import * as v from 'valibot'

interface Library {
  /** A title of at least one character, pages, an address with a zip code, and a box to check. */
  readonly book: Schema
  /** `{ intent: 'rename', title } | { intent: 'remove', pages }`. */
  readonly union: Schema
  readonly upload: Schema
  /** Takes `{ title: 'free' }`, and says so later. */
  readonly later?: Schema
  readonly throwing: Schema
  /** Whether texts are converted. */
  readonly converts: boolean
}

const failing = (): never => {
  throw new Error('no database')
}

const valibot = {
  book: v.object({
    title: v.pipe(v.string(), v.trim(), v.minLength(1)),
    pages: v.optional(v.pipe(v.number(), v.integer()), 1),
    address: v.object({ zip: v.number() }),
    isNew: v.boolean(),
  }),
  union: v.variant('intent', [
    v.object({ intent: v.literal('rename'), title: v.string() }),
    v.object({ intent: v.literal('remove'), pages: v.number() }),
  ]),
  upload: v.object({ cover: v.file() }),
  later: v.objectAsync({
    title: v.pipeAsync(
      v.string(),
      v.checkAsync(async (title) => title === 'free', 'is taken'),
    ),
  }),
  throwing: v.object({ title: v.pipe(v.string(), v.check(failing)) }),
}

const libraries: Readonly<Record<string, Library>> = {
  zod: {
    book: z.object({
      title: z.string().trim().min(1),
      pages: z.int().default(1),
      address: z.object({ zip: z.number() }),
      isNew: z.boolean(),
    }),
    union: z.discriminatedUnion('intent', [
      z.object({ intent: z.literal('rename'), title: z.string() }),
      z.object({ intent: z.literal('remove'), pages: z.number() }),
    ]),
    upload: z.object({ cover: z.file() }),
    later: z.object({ title: z.string().refine(async (title) => title === 'free', 'is taken') }),
    throwing: z.object({ title: z.string().refine(failing) }),
    converts: true,
  },
  'valibot with toStandardJsonSchema()': {
    book: toStandardJsonSchema(valibot.book),
    union: toStandardJsonSchema(valibot.union),
    upload: toStandardJsonSchema(valibot.upload),
    throwing: toStandardJsonSchema(valibot.throwing),
    converts: true,
  },
  valibot: { ...valibot, converts: false },
  arktype: {
    book: type({
      title: 'string.trim |> string >= 1',
      pages: 'number.integer = 1',
      address: { zip: 'number' },
      isNew: 'boolean',
    }),
    union: type({ intent: "'rename'", title: 'string' }).or({
      intent: "'remove'",
      pages: 'number',
    }),
    upload: type({ cover: 'File' }),
    throwing: type({ title: type('string').narrow(failing) }),
    converts: true,
  },
}

for (const [name, { book, union, upload, later, throwing, converts }] of Object.entries(
  libraries,
)) {
  describe(name, () => {
    const dune = { title: ' Dune ', pages: 412, address: { zip: 7 }, isNew: true }

    it('takes JSON as it is, and gives the output of the schema to the handler', async () => {
      expect(await inputOf({ body: book }, postJson(dune))).toEqual({
        input: { body: { ...dune, title: 'Dune' } },
      })
    })

    it('fills in defaults', async () => {
      const { pages: _, ...rest } = dune
      const { input } = (await inputOf({ body: book }, postJson(rest))) as {
        input: { body: object }
      }
      expect(input.body).toMatchObject({ pages: 1 })
    })

    it('says where a value is wrong', async () => {
      const { failure } = (await inputOf(
        { body: book },
        postJson({ ...dune, address: { zip: 'x' } }),
      )) as never
      expect(failure).toMatchObject({
        status: 422,
        errors: [{ in: 'body', name: 'address.zip', path: ['address', 'zip'] }],
      })
    })

    it('takes files', async () => {
      const cover = new File(['bytes'], 'dune.png', { type: 'image/png' })
      const { input } = (await inputOf(
        { body: upload },
        postForm([['cover', cover]]),
      )) as never as {
        input: { body: { cover: File } }
      }
      expect(await input.body.cover.text()).toBe('bytes')
      expect(await inputOf({ body: upload }, postForm([['cover', 'text']]))).toMatchObject({
        failure: { status: 422, errors: [{ name: 'cover' }] },
      })
    })

    it('takes unions', async () => {
      const sent = { intent: 'remove', pages: 7 }
      expect(await inputOf({ body: union }, postJson(sent))).toEqual({ input: { body: sent } })
      expect(await inputOf({ body: union }, postJson({ intent: 'x' }))).toHaveProperty('failure')
    })

    if (later !== undefined) {
      it('may be asynchronous', async () => {
        expect(await inputOf({ body: later }, postJson({ title: 'free' }))).toEqual({
          input: { body: { title: 'free' } },
        })
        expect(await inputOf({ body: later }, postJson({ title: 'Dune' }))).toMatchObject({
          failure: { errors: [{ name: 'title', message: 'is taken' }] },
        })
      })
    }

    it('is named if it throws', async () => {
      await expect(inputOf({ body: throwing }, postJson({ title: 'Dune' }))).rejects.toThrow(
        'The body schema of POST "/test" threw',
      )
    })

    if (converts) {
      it('has forms converted by its JSON Schema', async () => {
        const form = postForm([
          ['title', ' Dune '],
          ['pages', '412'],
          ['address.zip', '7'],
          ['isNew', 'on'],
        ])
        expect(await inputOf({ body: book }, form)).toEqual({
          input: { body: { ...dune, title: 'Dune' } },
        })
      })

      it('has the variant of a form converted', async () => {
        expect(
          await inputOf(
            { body: union },
            postForm([
              ['intent', 'remove'],
              ['pages', '7'],
            ]),
          ),
        ).toEqual({ input: { body: { intent: 'remove', pages: 7 } } })
      })

      it('refuses strings that it does not accept', async () => {
        const form = postForm([
          ['title', ''],
          ['pages', 'many'],
          ['address.zip', '7'],
        ])
        const { failure } = (await inputOf({ body: book }, form)) as {
          failure: Failure
        }
        expect(failure.errors.map(({ name }) => name).sort()).toEqual(['pages', 'title'])
        expect(failure.values).toEqual({ title: [''], pages: ['many'], 'address.zip': ['7'] })
      })
    } else {
      it('gets strings unchanged', async () => {
        const form = postForm([
          ['title', 'Dune'],
          ['pages', '412'],
        ])
        expect(await inputOf({ body: book }, form)).toMatchObject({ failure: { status: 422 } })
        const search = v.object({ q: v.string(), tag: v.array(v.string()) })
        const request = new Request('https://example.com/test?q=a&tag=b&tag=c')
        expect(await inputOf({ search }, request)).toEqual({
          input: { search: { q: 'a', tag: ['b', 'c'] } },
        })
      })
    }
  })
}
