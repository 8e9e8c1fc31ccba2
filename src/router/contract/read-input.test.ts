import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Failure, createProblemResponse } from './failure.ts'
import { inputOf, postForm, postJson } from './input.fixture.ts'
import type { Schema, SchemaIssue } from './contract.ts'
import { objectOf, schemaOf } from './schema.fixture.ts'

const text = { type: 'string' }

/** A schema that refuses everything with these issues. */
function refusing(issues: readonly SchemaIssue[], input: object = {}): Schema {
  const schema = schemaOf(input)
  return { '~standard': { ...schema['~standard'], validate: () => ({ issues }) } }
}

async function failureOf(contract: object, request: Request): Promise<Failure> {
  const { failure } = (await inputOf(contract, request)) as { failure: Failure }
  return failure
}

const get = (search: string) => new Request(`https://example.com/test${search}`)

describe('the parts of a request', () => {
  it('are converted by the schema of each part', async () => {
    const contract = {
      params: schemaOf(objectOf({ id: { type: 'integer' } })),
      search: schemaOf(objectOf({ page: { type: 'integer' } })),
      body: schemaOf(objectOf({ isNew: { type: 'boolean' } })),
    }
    const request = new Request('https://example.com/test?page=2', {
      method: 'POST',
      body: new URLSearchParams({ isNew: 'on' }),
    })
    expect(await inputOf(contract, request, { id: '7' })).toEqual({
      input: {
        params: expect.objectContaining({ id: 7 }),
        search: expect.objectContaining({ page: 2 }),
        body: expect.objectContaining({ isNew: true }),
      },
    })
  })

  it('are there only if the contract has them', async () => {
    const result = (await inputOf({ search: schemaOf(objectOf({})) }, get('?a=1'))) as {
      input: object
    }
    expect(Object.keys(result.input)).toEqual(['search'])
  })

  it('fail in order: the body is not read if the params are wrong', async () => {
    const request = postJson({})
    const contract = { params: refusing([{ message: 'no' }]), body: refusing([{ message: 'no' }]) }
    expect(await failureOf(contract, request)).toMatchObject({
      status: 404,
      errors: [{ in: 'params' }],
    })
    expect(request.bodyUsed).toBe(false)
    expect(
      await failureOf({ search: contract.params, body: contract.body }, postJson({})),
    ).toMatchObject({
      status: 400,
      errors: [{ in: 'search' }],
    })
  })
})

describe('the type of a body', () => {
  const body = schemaOf(objectOf({ a: text }))
  const post = (type: string | null, content: BodyInit, contract: object = { body }) => {
    const request = new Request('https://example.com/test', { method: 'POST', body: content })
    if (type === null) request.headers.delete('Content-Type')
    else request.headers.set('Content-Type', type)
    return inputOf(contract, request)
  }

  for (const type of [
    'application/json',
    'APPLICATION/JSON; charset=utf-8',
    'application/ld+json',
    'text/x+json',
  ]) {
    it(`${type} is JSON`, async () => {
      expect(await post(type, '{"a":"1"}')).toEqual({ input: { body: { a: '1' } } })
    })
  }

  for (const type of [
    'text/plain',
    'application/xml',
    'application/json\ta',
    'application/json, text/plain',
    'application/x-www-form-urlencoded, application/json',
    'json',
    '',
  ]) {
    it(`${JSON.stringify(type)} is a 415`, async () => {
      await expect(post(type, '{"a":"1"}')).rejects.toMatchObject({ status: 415 })
    })
  }

  it('is what the contract accepts', async () => {
    const form = 'application/x-www-form-urlencoded'
    await expect(post(form, 'a=1', { body, accepts: ['json'] })).rejects.toMatchObject({
      status: 415,
    })
    await expect(post('application/json', '{}', { body, accepts: ['form'] })).rejects.toMatchObject(
      {
        status: 415,
      },
    )
    expect(await post(form, 'a=1', { body, accepts: ['form'] })).toHaveProperty('input')
  })

  it('may be missing if the body is empty, which is undefined', async () => {
    expect(await post(null, '')).toEqual({ input: { body: undefined } })
    await expect(post(null, 'a=1')).rejects.toMatchObject({ status: 415 })
  })

  it('is JSON for a body that a form cannot express', async () => {
    for (const schema of [
      { type: 'array', items: objectOf({ a: text }) },
      { type: 'object', additionalProperties: text },
      { anyOf: [objectOf({ a: text }), objectOf({ b: text })] },
      { type: 'array', items: text },
      text,
    ]) {
      const contract = { body: schemaOf(schema) }
      await expect(
        post('application/x-www-form-urlencoded', 'a=1', contract),
      ).rejects.toMatchObject({
        status: 415,
      })
      expect(await post('application/json', '[]', contract)).toEqual({ input: { body: [] } })
    }
  })
})

describe('a JSON body', () => {
  const body = schemaOf({})
  const post = (json: string) => inputOf({ body }, postJson(json))
  const nest = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

  it('is not converted', async () => {
    const contract = { body: schemaOf(objectOf({ a: { type: 'integer' } })) }
    expect(await inputOf(contract, postJson({ a: '1' }))).toEqual({ input: { body: { a: '1' } } })
  })

  it('has at most 64 levels', async () => {
    expect(await post(nest(64))).toHaveProperty('input')
    await expect(post(nest(65))).rejects.toMatchObject({ status: 400 })
    await expect(post('['.repeat(1_000_000))).rejects.toMatchObject({ status: 400 })
    await expect(post('{"a":'.repeat(20_000))).rejects.toMatchObject({ status: 400 })
  })

  it('counts only brackets outside of strings', async () => {
    const brackets = JSON.stringify({ a: '['.repeat(100), ['{'.repeat(100)]: '\\"[[', b: '\\' })
    expect(await post(brackets)).toEqual({ input: { body: JSON.parse(brackets) as unknown } })
    expect(await post(`[${'[],'.repeat(100)}[]]`)).toHaveProperty('input')
  })

  for (const json of [
    '{"__proto__":1}',
    '{"a":[{"b":{"__proto__" \n:{}}}]}',
    String.raw`{"\u005f_proto__":1}`,
    String.raw`{"_\u005Fp\u0072oto\u005f\u005f":1}`,
    String.raw`{"\u005f\u005f\u0070\u0072\u006f\u0074\u006f\u005f\u005f"	:1}`,
    String.raw`{"a":"\\","__proto__":1}`,
  ]) {
    it(`has no key __proto__: ${json}`, async () => {
      await expect(post(json)).rejects.toMatchObject({ status: 400 })
    })
  }

  it('may have __proto__ as a string, and as a part of a key', async () => {
    const json = '{"a":"__proto__","b":["__proto__"],"__proto__x":1,"x__proto__":2}'
    expect(await post(json)).toEqual({ input: { body: JSON.parse(json) as unknown } })
  })

  it('that is malformed in each string is parsed once', async () => {
    const parse = vi.spyOn(JSON, 'parse')
    const strings = Array(1_000).fill(String.raw`"\qaaaaaaaaa"`)
    await expect(post(`[${strings.join()}]`)).rejects.toThrow('as JSON')
    expect(parse).toHaveBeenCalledTimes(1)
    parse.mockRestore()
  })

  it('that is malformed is a 400', async () => {
    for (const json of ['', '{', '"', '{"__proto__', '\\', '{"a":1}x']) {
      await expect(post(json)).rejects.toMatchObject({ status: 400 })
    }
  })
})

describe('a failure', () => {
  it('is a problem document', async () => {
    const issues = [{ message: 'Too small', path: ['address', { key: 'city' }, 0] }]
    const response = createProblemResponse(
      await failureOf({ body: refusing(issues) }, postJson({})),
    )
    expect(response.status).toBe(422)
    expect(response.headers.get('Content-Type')).toBe('application/problem+json')
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(await response.json()).toEqual({
      type: 'about:blank',
      title: 'Unprocessable Content',
      status: 422,
      errors: [
        { in: 'body', name: 'address.city.0', path: ['address', 'city', 0], message: 'Too small' },
      ],
    })
  })

  it('has at most 64 errors with messages of at most 500 characters', async () => {
    const issues = Array.from({ length: 100 }, () => ({ message: 'x'.repeat(1_000) }))
    const { errors } = await failureOf({ body: refusing(issues) }, postJson({}))
    expect(errors).toHaveLength(64)
    expect(errors[0]!.message).toHaveLength(500)
  })

  it('has paths of at most 500 characters', async () => {
    const issues = [
      { message: 'a', path: ['x'.repeat(10_000)] },
      { message: 'b', path: Array.from({ length: 1_000 }, () => 'abc') },
      { message: 'c', path: [Symbol('s')] },
    ]
    const { errors } = await failureOf({ body: refusing(issues) }, postJson({}))
    expect(errors.map(({ name }) => name.length)).toEqual([500, 499, 9])
  })

  it('copies the message and the path, and nothing else of an issue', async () => {
    const issue = { message: 'no', path: ['a'], input: 'hunter2', received: 'hunter2' }
    const failure = await failureOf({ body: refusing([issue]) }, postJson({}))
    expect(JSON.stringify(failure)).not.toContain('hunter2')
    expect(Object.keys(failure.errors[0]!)).toEqual(['in', 'name', 'path', 'message'])
  })

  it('has the form that was sent', async () => {
    const input = {
      oneOf: [
        objectOf({ intent: { const: 'rename' }, title: text }),
        objectOf({ intent: { const: 'remove' } }),
      ],
    }
    const contract = { body: refusing([{ message: 'no' }], input) }
    expect((await failureOf(contract, postForm([['intent', 'rename']]))).form).toBe('rename')
    expect(await failureOf(contract, postForm([['intent', 'x']]))).not.toHaveProperty('form')
  })

  it('has what was typed, without names that the schema does not have', async () => {
    const contract = {
      body: refusing([{ message: 'no' }], objectOf({ title: text, a: objectOf({ b: text }) })),
    }
    const form = postForm([
      ['title', 'Dun'],
      ['a.b', '1'],
      ['a.b', '2'],
      ['__proto__', 'x'],
      ['other', 'x'],
      ['title', new File(['x'], 'x.txt')],
    ])
    expect({ ...(await failureOf(contract, form)).values }).toEqual({
      title: ['Dun'],
      'a.b': ['1', '2'],
    })
    expect(await failureOf(contract, postJson({ title: 'Dun' }))).not.toHaveProperty('values')
  })

  it('has no values if they are more than 1 MiB', async () => {
    const contract = { body: refusing([{ message: 'no' }], objectOf({ title: text })) }
    const typed = (length: number) => failureOf(contract, postForm([['title', 'x'.repeat(length)]]))
    expect(await typed(1024 * 1024)).toHaveProperty('values')
    expect(await typed(1024 * 1024 + 1)).not.toHaveProperty('values')
  })
})

describe('a changed Object.prototype', () => {
  const prototype = Object.prototype as Record<string, unknown>
  const changes = {
    json: { title: 'Emma' },
    form: new URLSearchParams('title=Emma'),
    entries: [['title', 'Emma']],
    kind: 'json',
  }
  afterEach(() => {
    for (const name of Object.keys(changes)) delete prototype[name]
  })

  it.each(Object.entries(changes))('does not replace what was sent: %s', async (name, value) => {
    const schema = schemaOf(objectOf({ title: text }))
    const form = postForm([['title', 'Dune']])
    const json = postJson({ title: 'Dune' })
    // Other code would find a property that can be listed.
    Object.defineProperty(prototype, name, { value, configurable: true })
    for (const request of [form, json]) {
      const { input } = await inputOf({ body: schema }, request)
      expect(input?.body).toMatchObject({ title: 'Dune' })
    }
    const { input } = await inputOf({ search: schema }, get('?title=Dune'))
    expect(input?.search).toMatchObject({ title: 'Dune' })
  })
})

describe('a secret', () => {
  const bySchema = {
    a: { type: 'string', format: 'password' },
    b: { type: 'string', writeOnly: true },
    c: { type: 'string', autocomplete: 'one-time-code' },
    d: { type: 'string', autocomplete: 'cc-number' },
    e: { anyOf: [{ type: 'string', format: 'password' }, { type: 'null' }] },
    f: { type: 'string', autocomplete: 'current-password webauthn' },
    g: { type: 'string', autocomplete: 'section-gift  billing CC-Number' },
  }
  const byName = [
    'password',
    'newPassword',
    'passphrase',
    'pwd',
    'api_key',
    'apiKey',
    'api.key',
    'cardNumber',
    'clientSecret',
    'accessToken',
    'cvc',
    'cvv',
    'otp',
    'user.pin',
    'user-otp',
    'pass',
    'userPass',
    'db_pass',
    'passConfirmation',
    'passcode',
    'loginPin',
    'PIN',
    'pin_code',
    'totp',
    'otpCode',
    'secretKey',
    'aws_secret_key',
    'privateKey',
    'cvv2',
    'otp1',
    'token2',
    'cardCvc',
    'userSSN',
    'ssn_last4',
    'jwt',
    'JWTPayload',
  ]

  async function check(name: string, property: object, isSecret: boolean): Promise<void> {
    const input = objectOf({ [name]: property, title: text })
    const issues = [
      { message: 'must not be "hunter2"', path: [name] },
      { message: 'Dune is not hunter2', path: ['title'] },
    ]
    const contract = { body: refusing(issues, input) }
    for (const request of [
      postForm([
        [name, 'hunter2'],
        ['title', 'Dune'],
      ]),
      postJson({ [name]: 'hunter2', title: 'Dune' }),
    ]) {
      const failure = await failureOf(contract, request)
      expect(JSON.stringify(failure).includes('hunter2')).toBe(!isSecret)
      if (isSecret) expect(failure.errors[0]!.message).toBe('Invalid value')
    }
    const query = await failureOf({ search: contract.body }, get(`?${name}=hunter2&title=Dune`))
    expect(JSON.stringify(query).includes('hunter2')).toBe(!isSecret)
  }

  for (const [name, property] of Object.entries(bySchema)) {
    it(`is never sent back: ${JSON.stringify(property)}`, () => check(name, property, true))
  }
  for (const name of byName) it(`is never sent back: ${name}`, () => check(name, text, true))

  it('is shown if the schema says that it is not one', () =>
    check('token', { type: 'string', writeOnly: false }, false))

  const harmless =
    'pinned tokens.count options title2 passengers compass passCount spin pinBoard publicKey assn'.split(
      ' ',
    )
  for (const name of harmless) {
    it(`is not ${name}`, () => check(name, text, false))
  }

  it('is recognised without spaces, in quotes, as a number, and cut', async () => {
    const cases: [sent: unknown, message: string][] = [
      ['  hunter2  ', 'must not be hunter2'],
      ['a"b\\c', 'must not be "a\\"b\\\\c"'],
      [1234, 'must not be 1234'],
      ['x'.repeat(5_000), `${'a'.repeat(400)}${'x'.repeat(5_000)}`],
      ['"'.repeat(500), JSON.stringify('"'.repeat(500))],
      ['a\r\nb', 'must not be "a\\r\\nb"'],
      ['a\r\n'.repeat(500), `${'b'.repeat(400)}${'a\r\n'.repeat(500)}`],
    ]
    for (const [password, message] of cases) {
      const contract = { body: refusing([{ message }]) }
      const { errors } = await failureOf(contract, postJson({ password }))
      expect(errors[0]!.message).toBe('Invalid value')
    }
  })

  it('is recognised as a number after a form was converted', async () => {
    const schema = objectOf({ pin: { type: 'integer' } })
    const contract = { body: refusing([{ message: 'must be less than 5 (was 1234)' }], schema) }
    for (const pin of ['1234', ' 1234 ', '001234', '1234.0', '1234e0']) {
      const { errors } = await failureOf(contract, postForm([['pin', pin]]))
      expect(errors[0]!.message).toBe('Invalid value')
    }
    const { errors } = await failureOf(contract, postForm([['pin', ' ']]))
    expect(errors[0]!.message).toBe('must be less than 5 (was 1234)')
  })

  it('may be the whole body', async () => {
    const schema = { type: 'string', format: 'password' }
    const contract = { body: refusing([{ message: 'not hunter2' }], schema) }
    const { errors } = await failureOf(contract, postJson('"hunter2"'))
    expect(errors[0]!.message).toBe('Invalid value')
  })

  it('is recognised with the line breaks of a form', async () => {
    const contract = { body: refusing([{ message: 'not a\nb' }, { message: 'not "a\\nb"' }]) }
    const { errors } = await failureOf(contract, postForm([['apiKey', 'a\r\nb']]))
    expect(errors.map(({ message }) => message)).toEqual(['Invalid value', 'Invalid value'])
  })

  it('is cut and spelled once, however many messages there are', async () => {
    const splits = vi.spyOn(String.prototype, 'split')
    const issues = Array.from({ length: 64 }, (_, i) => ({ message: `no ${i}` }))
    const secret = 'a\r\n'.repeat(100_000)
    const { errors } = await failureOf({ body: refusing(issues) }, postForm([['token', secret]]))
    const lengths = splits.mock.contexts.map((string) => (string as string).length)
    splits.mockRestore()
    expect(errors).toHaveLength(64)
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBeLessThan(100_000)
  })

  it('replaces every message if there are more than 100', async () => {
    const contract = { body: refusing([{ message: 'no' }]) }
    const send = async (count: number) => {
      const tokens = Array.from({ length: count }, (_, i) => ({ token: `secret ${i}` }))
      return (await failureOf(contract, postJson(tokens))).errors[0]!.message
    }
    expect(await send(100)).toBe('no')
    expect(await send(101)).toBe('Invalid value')
  })

  it('is looked for with bounded work in a union that contains itself', async () => {
    const variants = Array.from({ length: 12 }, (_, i) =>
      objectOf({ kind: { const: `k${i}` }, next: { $ref: '#' } }, ['kind']),
    )
    const contract = { body: refusing([{ message: 'no' }], { oneOf: variants }) }
    const entries = Array.from({ length: 900 }, (_, i): [string, string] => [
      `${'next.'.repeat(7)}x${i}`,
      '1',
    ])
    const failure = await failureOf(contract, postForm([['kind', 'k1'], ...entries]))
    expect({ ...failure.values }).toEqual({ kind: ['k1'] })
  })

  it('is one in every variant of a union, if it is one in any', async () => {
    const variant = (kind: string, code: object) =>
      objectOf({ kind: { const: kind }, code, title: text })
    const schema = { oneOf: [variant('a', text), variant('b', { ...text, writeOnly: true })] }
    const contract = { body: refusing([{ message: 'not hunter2' }], schema) }
    const sent = { kind: 'b', code: 'hunter2', title: 'Dune' }
    const failure = await failureOf(contract, postForm(Object.entries(sent)))
    expect({ ...failure.values }).toEqual({ kind: ['b'], title: ['Dune'] })
    expect(failure.errors[0]!.message).toBe('Invalid value')
    const other = await failureOf(contract, postJson(sent))
    expect(other.errors[0]!.message).toBe('Invalid value')
  })

  it('may be an object, with all that is in it', async () => {
    const login = {
      ...objectOf({ code: text, hint: { ...text, writeOnly: false } }),
      writeOnly: true,
    }
    const contract = { body: refusing([{ message: 'not hunter2' }], objectOf({ login })) }
    const failure = await failureOf(
      contract,
      postForm([
        ['login.code', 'hunter2'],
        ['login.hint', 'Dune'],
      ]),
    )
    expect({ ...failure.values }).toEqual({ 'login.hint': ['Dune'] })
    expect(failure.errors[0]!.message).toBe('Invalid value')
  })

  it('may be an item of an array', async () => {
    const codes = { type: 'array', items: { type: 'string', format: 'password' } }
    const contract = { body: refusing([{ message: 'not hunter2' }], objectOf({ codes })) }
    const failure = await failureOf(contract, postForm([['codes', 'hunter2']]))
    expect(JSON.stringify(failure)).not.toContain('hunter2')
    const other = await failureOf(contract, postJson({ codes: ['hunter2'] }))
    expect(JSON.stringify(other)).not.toContain('hunter2')
  })

  const secret = { type: 'string', writeOnly: true }
  for (const [what, schema, sent] of [
    [
      'an array of objects',
      objectOf({ a: { type: 'array', items: objectOf({ code: secret }) } }),
      { a: [{ code: 'hunter2' }] },
    ],
    [
      'an array as a whole',
      { type: 'array', items: objectOf({ code: secret }) },
      [{ code: 'hunter2' }],
    ],
    [
      'a record',
      objectOf({ a: { type: 'object', additionalProperties: secret } }),
      { a: { x: 'hunter2' } },
    ],
    ['a record as a whole', { type: 'object', additionalProperties: secret }, { x: 'hunter2' }],
    [
      'a union without a discriminator',
      { anyOf: [objectOf({ code: secret }), objectOf({ b: text })] },
      { code: 'hunter2' },
    ],
    [
      'one of two unions without discriminators',
      {
        allOf: [
          { anyOf: [objectOf({ a: text }), objectOf({ b: text })] },
          { anyOf: [objectOf({ c: text }), objectOf({ code: secret })] },
        ],
      },
      { a: 'x', code: 'hunter2' },
    ],
    [
      'a reference',
      {
        type: 'array',
        items: { $ref: '#/$defs/a' },
        $defs: { a: objectOf({ code: { $ref: '#/$defs/b' } }), b: secret },
      },
      [{ code: 'hunter2' }],
    ],
  ] as [string, object, unknown][]) {
    it(`may be in ${what}`, async () => {
      const contract = {
        body: refusing([{ message: 'not hunter2' }, { message: 'not Dune' }], schema),
      }
      const { errors } = await failureOf(contract, postJson(sent))
      expect(errors.map(({ message }) => message)).toEqual(['Invalid value', 'not Dune'])
    })
  }

  it('is recognised by its key where the body does not fit', async () => {
    const rows = { type: 'array', items: objectOf({ code: secret }) }
    const contract = {
      body: refusing(
        [{ message: 'not hunter2' }],
        objectOf({ rows, login: objectOf({ code: secret }) }),
      ),
    }
    const code = 'hunter2'
    for (const sent of [
      { rows: { code } },
      { login: [{ code }] },
      { other: { code } },
      [{ code }],
    ]) {
      const { errors } = await failureOf(contract, postJson(sent))
      expect(errors[0]!.message).toBe('Invalid value')
    }
  })

  it('may have a name of two parts in JSON', async () => {
    const contract = { body: refusing([{ message: 'not 4111' }], objectOf({})) }
    const failure = await failureOf(contract, postJson({ card: { number: '4111' } }))
    expect(failure.errors[0]!.message).toBe('Invalid value')
  })

  it('is found anywhere in JSON, and without a JSON Schema', async () => {
    const issues = [{ message: 'hunter2 is too short' }]
    const schema: Schema = {
      '~standard': { version: 1, vendor: 'test', validate: () => ({ issues }) },
    }
    const body = { users: [{ password: ['hunter2'] }] }
    expect(JSON.stringify(await failureOf({ body: schema }, postJson(body)))).not.toContain(
      'hunter2',
    )
    const form = postForm([
      ['password', 'hunter2'],
      ['title', 'Dune'],
    ])
    const failure = await failureOf({ body: schema }, form)
    expect(JSON.stringify(failure)).not.toContain('hunter2')
    expect({ ...failure.values }).toEqual({ title: ['Dune'] })
  })
})
