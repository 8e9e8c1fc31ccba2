import { describe, expect, it } from 'vitest'

import {
  boundary,
  cut,
  encodeParts,
  field,
  file,
  formRequest,
  join,
  streamOf,
  type Part,
} from './form.fixture.ts'
import {
  FormDataParseError,
  MaxFilesExceededError,
  MaxFileSizeExceededError,
  MaxHeaderSizeExceededError,
  MaxPartsExceededError,
  MaxTotalSizeExceededError,
  MultipartParseError,
  parseFormData,
  parseMultipart,
  FileUpload,
} from './index.ts'

const urlencoded = 'application/x-www-form-urlencoded'

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}

async function failure(promise: Promise<unknown>): Promise<any> {
  return promise.then(
    () => expect.unreachable('it should have failed'),
    (error: unknown) => error,
  )
}

describe('parseFormData', () => {
  it('reads fields and files of a multipart form, in order', async () => {
    const form = await parseFormData(
      formRequest([field('a', '1'), file('f', 'x.css', 'a { }'), field('a', 'ü'), field('', '')]),
    )
    expect([...form.keys()]).toEqual(['a', 'f', 'a', ''])
    expect(form.getAll('a')).toEqual(['1', 'ü'])
    expect(form.get('')).toBe('')

    const upload = form.get('f') as File
    expect(upload).toBeInstanceOf(File)
    expect([upload.name, upload.type, upload.size]).toEqual(['x.css', 'image/png', 5])
    expect(await upload.text()).toBe('a { }')
  })

  it('reads what FormData itself writes', async () => {
    const sent = new FormData()
    sent.append('plain', 'value')
    sent.append('quote " percent %', 'line\r\nbreak')
    sent.append('日本', '\ufeffmark')
    sent.append(
      'file',
      new File([new Uint8Array([0, 13, 10, 45, 45, 255])], 'a "b".bin', { type: 'image/png' }),
    )

    const received = await parseFormData(
      new Request('http://localhost/', { method: 'POST', body: sent }),
    )
    expect([...received.keys()]).toEqual([...sent.keys()])
    expect(received.get('plain')).toBe('value')
    expect(received.get('quote " percent %')).toBe('line\r\nbreak')
    expect(received.get('日本')).toBe('\ufeffmark')

    const upload = received.get('file') as File
    expect([upload.name, upload.type]).toEqual(['a "b".bin', 'image/png'])
    expect(await upload.bytes()).toEqual(new Uint8Array([0, 13, 10, 45, 45, 255]))
  })

  it('reads a file input without a file as an empty file without a name', async () => {
    const form = await parseFormData(formRequest([file('f', '', '', 'application/octet-stream')]))
    const none = form.get('f') as File
    expect([none.name, none.size, none.type]).toEqual(['', 0, 'application/octet-stream'])
  })

  it('reads an urlencoded form', async () => {
    const form = await parseFormData(
      formRequest(bytesOf('a=1&b=%C3%BC+x&&a=2&=empty&novalue&?q=3&bad=%zz'), urlencoded),
    )
    expect([...form]).toEqual([
      ['a', '1'],
      ['b', 'ü x'],
      ['a', '2'],
      ['', 'empty'],
      ['novalue', ''],
      ['?q', '3'],
      ['bad', '%zz'],
    ])
  })

  it('keeps a question mark at the start of an urlencoded form', async () => {
    expect([...(await parseFormData(formRequest(bytesOf('?a=1'), urlencoded)))]).toEqual([
      ['?a', '1'],
    ])
  })

  it('reads an urlencoded form whose characters are cut in two', async () => {
    const { stream } = streamOf(cut(bytesOf('ü=日本&b=%C3%BC'), 1))
    expect([...(await parseFormData(formRequest(stream, urlencoded)))]).toEqual([
      ['ü', '日本'],
      ['b', 'ü'],
    ])
  })

  it('reads an urlencoded form without a body as empty', async () => {
    const request = new Request('http://localhost/', { headers: { 'Content-Type': urlencoded } })
    expect([...(await parseFormData(request))]).toEqual([])
  })

  it.each([
    `MULTIPART/Form-Data; Boundary=${boundary}`,
    `multipart/form-data; charset=utf-8; boundary="${boundary}"`,
    `multipart/mixed; boundary=${boundary}`,
  ])('takes %j for multipart', async (type) => {
    const form = await parseFormData(formRequest(encodeParts([field('a', '1')]), type))
    expect(form.get('a')).toBe('1')
  })

  it('takes an urlencoded type in any case and with parameters', async () => {
    const form = await parseFormData(
      formRequest(bytesOf('a=1'), 'Application/X-WWW-Form-Urlencoded; charset=utf-8'),
    )
    expect(form.get('a')).toBe('1')
  })

  it.each(['application/json', 'text/plain', 'multipart', '__proto__', ''])(
    'refuses a body of type %j',
    async (type) => {
      const error = await failure(parseFormData(formRequest(bytesOf('a=1'), type)))
      expect(error).toBeInstanceOf(FormDataParseError)
      expect(error.status).toBe(400)
    },
  )

  it('keeps __proto__ and the like as names', async () => {
    const names = ['__proto__', 'constructor', 'a[__proto__][x]', 'a.b[c]']
    const form = await parseFormData(formRequest(names.map((name) => field(name, name))))
    expect([...form]).toEqual(names.map((name) => [name, name]))
    const same = await parseFormData(
      formRequest(bytesOf(names.map((name) => `${name}=${name}`).join('&')), urlencoded),
    )
    expect([...same]).toEqual(names.map((name) => [name, name]))
    expect(({} as Record<string, unknown>)['x']).toBe(undefined)
  })
})

describe('a malformed body', () => {
  const good = field('a', '1')

  it.each<[string, string | Uint8Array<ArrayBuffer>]>([
    ['nothing at all', ''],
    ['no boundary', 'hello'],
    ['no end', `--${boundary}\r\n${good[0]}\r\n\r\n1`],
    ['no end after the boundary', `--${boundary}\r\n${good[0]}\r\n\r\n1\r\n--${boundary}`],
    ['half an end', `--${boundary}\r\n${good[0]}\r\n\r\n1\r\n--${boundary}-`],
    ['no header', `--${boundary}\r\n\r\n1\r\n--${boundary}--`],
    ['no empty line', `--${boundary}\r\n${good[0]}\r\n--${boundary}--`],
    ['bare line feeds', `--${boundary}\n${good[0]}\n\n1\n--${boundary}--`],
    ['junk behind a boundary', `--${boundary} x\r\n${good[0]}\r\n\r\n1\r\n--${boundary}--`],
    ['no Content-Disposition', encodeParts([['Content-Type: text/plain', '1']])],
    ['no name', encodeParts([['Content-Disposition: form-data', '1']])],
    ['only a file name', encodeParts([['Content-Disposition: form-data; filename="a"', '1']])],
    ['another disposition', encodeParts([['Content-Disposition: attachment; name="a"', '1']])],
    ['an open quote', encodeParts([['Content-Disposition: form-data; name="a', '1']])],
    ['text behind a quote', encodeParts([['Content-Disposition: form-data; name="a"b', '1']])],
    ['a header without a colon', encodeParts([['Content-Disposition', '1']])],
    ['a header without a name', encodeParts([[`: x\r\n${good[0]}`, '1']])],
    ['a space before the colon', encodeParts([['Content-Disposition : form-data; name="a"', '1']])],
    ['a folded header', encodeParts([['Content-Disposition: form-data;\r\n name="a"', '1']])],
    ['a bare line break in a header', encodeParts([[`X: a\nb\r\n${good[0]}`, '1']])],
    ['a NUL in a header', encodeParts([[`X: a\0b\r\n${good[0]}`, '1']])],
    ['two Content-Dispositions', encodeParts([[`${good[0]}\r\n${good[0]}`, '1']])],
  ])('is refused with a 400: %s', async (_, body) => {
    const bytes = typeof body === 'string' ? bytesOf(body) : body
    const error = await failure(parseFormData(formRequest(bytes)))
    expect(error).toBeInstanceOf(FormDataParseError)
    expect(error.message).toBe('Cannot parse form data')
    expect(error.status).toBe(400)
    expect(error.cause).toBeInstanceOf(MultipartParseError)
    expect(error.cause.status).toBe(400)
  })

  it.each([
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary=""',
    `multipart/form-data; boundary="${'x'.repeat(71)}"`,
    'multipart/form-data; boundary="a "',
  ])('is refused with a 400: type %j', async (type) => {
    const error = await failure(parseFormData(formRequest(encodeParts([good]), type)))
    expect(error).toBeInstanceOf(FormDataParseError)
    expect(error.status).toBe(400)
  })

  it('is refused if the request has no body', async () => {
    const request = new Request('http://localhost/', {
      headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
    })
    expect(await failure(parseFormData(request))).toBeInstanceOf(FormDataParseError)
  })

  it('cancels its source', async () => {
    const { stream, cancelled } = streamOf([bytesOf(`--${boundary}\r\nbad\r\n\r\n`), bytesOf('x')])
    await failure(parseFormData(formRequest(stream)))
    expect(cancelled).toHaveLength(1)
  })
})

describe('an unusual body', () => {
  async function read(body: string | Uint8Array<ArrayBuffer>): Promise<unknown[]> {
    const bytes = typeof body === 'string' ? bytesOf(body) : body

    return [...(await parseFormData(formRequest(bytes)))]
  }
  const part = 'Content-Disposition: form-data; name="a"\r\n\r\n1'

  it('may have text before the first and after the last boundary', async () => {
    expect(
      await read(`hello\r\n--${boundary}\r\n${part}\r\n--${boundary}--\r\nbye --${boundary}`),
    ).toEqual([['a', '1']])
  })

  it('may have no part', async () => {
    expect(await read(`--${boundary}--`)).toEqual([])
  })

  it('may have spaces behind a boundary', async () => {
    expect(await read(`--${boundary} \t\r\n${part}\r\n--${boundary}--`)).toEqual([['a', '1']])
  })

  it('may hold beginnings of its boundary, and longer words', async () => {
    const value = `\r\n--\r\r\n--${boundary.slice(0, -1)}\r\n--${boundary}x\r\n--${boundary}-x--${boundary}--\r\n`
    expect(await read(encodeParts([field('a', value)]))).toEqual([['a', value]])
  })

  it.each([
    ['form-data; name=a', 'a'],
    ['FORM-DATA; NAME="a"', 'a'],
    ['form-data ; name="a" ;', 'a'],
    ['form-data;name="a";x=y', 'a'],
    ['form-data; x="y;z"; name="a"', 'a'],
    ['form-data; name=""', ''],
    ['form-data; name="a;b=c"', 'a;b=c'],
    ['form-data; name="a\\"b"', 'a"b'],
    ['form-data; name="a\\b\\\\c"', 'a\\b\\\\c'],
    ['form-data; name="a\\"', 'a\\'],
    ['form-data; name="a%22b%0d%0Ac%41"', 'a"b\r\nc%41'],
    ['form-data; name="a"; name="b"', 'a'],
  ])('may name its field as in %j', async (disposition, name) => {
    expect(await read(encodeParts([[`Content-Disposition: ${disposition}`, '1']]))).toEqual([
      [name, '1'],
    ])
  })

  it.each([
    ['filename="a.txt"', 'a.txt'],
    ['filename=a.txt', 'a.txt'],
    ['filename="C:\\\\dir\\a.txt"', 'C:\\\\dir\\a.txt'],
    ['filename="../../etc/passwd"', '../../etc/passwd'],
    ['filename="日本 %22x%22.txt"', '日本 "x".txt'],
    ["filename*=UTF-8''na%C3%AFve.txt", 'naïve.txt'],
    ["filename*=iso-8859-1'en'na%EFve.txt", 'naïve.txt'],
    ['filename="a.txt"; filename*=UTF-8\'\'b.txt', 'b.txt'],
    ['filename="a.txt"; filename*=UTF-8\'\'%zz', 'a.txt'],
    ['filename="a.txt"; filename*=koi8-r\'\'b.txt', 'a.txt'],
    ['filename="a\\"', 'a\\'],
  ])('may name its file as in %j', async (parameter, name) => {
    const form = await parseFormData(
      formRequest([[`Content-Disposition: form-data; name="f"; ${parameter}`, 'x']]),
    )
    const upload = form.get('f') as File
    expect(upload).toBeInstanceOf(File)
    expect(upload.name).toBe(name)
  })

  it('may send a file without a type, which is then text', async () => {
    let type: string | undefined
    await parseFormData(
      formRequest([['Content-Disposition: form-data; name="f"; filename="x"', '']]),
      {
        uploadHandler(file) {
          type = file.type
        },
      },
    )
    expect(type).toBe('text/plain')
  })
})

describe('the limits', () => {
  const limit = (options: object, ...parts: Part[]) => parseFormData(formRequest(parts), options)

  it('allow as many files as maxFiles says', async () => {
    const files = [file('a', 'a', ''), file('b', 'b', ''), file('c', 'c', '')]
    expect([...(await limit({ maxFiles: 3 }, ...files))]).toHaveLength(3)
    const error = await failure(limit({ maxFiles: 2 }, ...files))
    expect(error).toBeInstanceOf(MaxFilesExceededError)
    expect(error).toBeInstanceOf(FormDataParseError)
    expect(error.status).toBe(413)
    expect(await failure(limit({ maxFiles: 0 }, files[0]!))).toBeInstanceOf(MaxFilesExceededError)
  })

  it('allow as many bytes in a file as maxFileSize says, and any number in a field', async () => {
    const parts = [field('a', 'x'.repeat(100)), file('f', 'f', 'x'.repeat(10))]
    expect([...(await limit({ maxFileSize: 10 }, ...parts))]).toHaveLength(2)
    const error = await failure(limit({ maxFileSize: 9 }, ...parts))
    expect(error).toBeInstanceOf(MaxFileSizeExceededError)
    expect(error).toBeInstanceOf(MultipartParseError)
    expect(error.status).toBe(413)
  })

  it('hold for a file that the handler does not read', async () => {
    const error = await failure(
      limit({ maxFileSize: 9, uploadHandler() {} }, file('f', 'f', '0123456789')),
    )
    expect(error).toBeInstanceOf(MaxFileSizeExceededError)
  })

  it('allow as many bytes in a header as maxHeaderSize says, however they are cut', async () => {
    const parts = [field('a', '1'), file('bc', 'd', '2')]
    const [short, long] = [parts[0]![0].length, parts[1]![0].length]
    for (const size of [1, 7, 1000]) {
      const read = (maxHeaderSize: number, part: Part) =>
        parseFormData(formRequest(streamOf(cut(encodeParts([part]), size)).stream), {
          maxHeaderSize,
        })
      expect([...(await read(short, parts[0]!))]).toHaveLength(1)
      expect([...(await read(long, parts[1]!))]).toHaveLength(1)
      for (const [length, part] of [
        [short, parts[0]!],
        [long, parts[1]!],
      ] as const) {
        const error = await failure(read(length - 1, part))
        expect(error).toBeInstanceOf(MaxHeaderSizeExceededError)
        expect(error.status).toBe(413)
      }
    }
  })

  it('do not wait for the end of a header that is too long', async () => {
    const { stream, cancelled } = streamOf(
      (function* () {
        yield bytesOf(`--${boundary}\r\nX: `)
        for (;;) yield bytesOf('x'.repeat(1000))
      })(),
    )
    expect(await failure(parseFormData(formRequest(stream)))).toBeInstanceOf(
      MaxHeaderSizeExceededError,
    )
    expect(cancelled).toHaveLength(1)
  })

  it('allow as many parts as maxParts says', async () => {
    const parts = [field('a', '1'), file('b', 'b', ''), field('c', '')]
    expect([...(await limit({ maxParts: 3 }, ...parts))]).toHaveLength(3)
    const error = await failure(limit({ maxParts: 2 }, ...parts))
    expect(error).toBeInstanceOf(MaxPartsExceededError)
    expect(error.status).toBe(413)
  })

  it('allow as many urlencoded fields as maxParts says', async () => {
    const read = (text: string, maxParts: number) =>
      parseFormData(formRequest(bytesOf(text), urlencoded), { maxParts })
    expect([...(await read('a=1&b=2&c=3', 3))]).toHaveLength(3)
    expect([...(await read('a=1&b=2&c=3&', 3))]).toHaveLength(3)
    for (const text of ['a=1&b=2&c=3&d=4', 'a&a&a&a&a', '&&&&&&&&&']) {
      const error = await failure(read(text, 3))
      expect(error).toBeInstanceOf(MaxPartsExceededError)
      expect(error.status).toBe(413)
    }
  })

  it('stop an urlencoded body at the field that is one too many', async () => {
    let produced = 0
    const { stream, cancelled } = streamOf(
      (function* () {
        for (;;) {
          produced += 1
          yield bytesOf('a&'.repeat(100))
        }
      })(),
    )
    expect(await failure(parseFormData(formRequest(stream, urlencoded)))).toBeInstanceOf(
      MaxPartsExceededError,
    )
    expect(produced).toBeLessThan(20)
    expect(cancelled).toHaveLength(1)
  })

  it('allow as many bytes as maxTotalSize says, whatever length was announced', async () => {
    const multipart = encodeParts([field('a', 'x'.repeat(100))])
    const encoded = bytesOf(`a=${'x'.repeat(100)}`)
    for (const [bytes, type] of [
      [multipart, `multipart/form-data; boundary=${boundary}`],
      [encoded, urlencoded],
    ] as const) {
      const read = (maxTotalSize: number) =>
        parseFormData(
          {
            headers: new Headers({ 'Content-Type': type, 'Content-Length': '1' }),
            body: streamOf(cut(bytes, 10)).stream,
          },
          { maxTotalSize },
        )
      expect([...(await read(bytes.length))]).toHaveLength(1)
      const error = await failure(read(bytes.length - 1))
      expect(error).toBeInstanceOf(MaxTotalSizeExceededError)
      expect(error.status).toBe(413)
    }
  })

  it('count what stands around the parts too', async () => {
    const endless = (start: string) =>
      streamOf(
        (function* () {
          yield bytesOf(start)
          for (;;) yield bytesOf('x'.repeat(1000))
        })(),
      )
    for (const start of ['', `--${boundary}--\r\n`]) {
      const { stream, cancelled } = endless(start)
      const error = await failure(parseFormData(formRequest(stream), { maxTotalSize: 5000 }))
      expect(error).toBeInstanceOf(MaxTotalSizeExceededError)
      expect(cancelled).toHaveLength(1)
    }
  })

  it('are finite unless told otherwise', async () => {
    const many = (count: number, part: (index: number) => Part) =>
      limit({}, ...Array.from({ length: count }, (_, index) => part(index)))
    expect([...(await many(20, () => file('f', 'f', '')))]).toHaveLength(20)
    expect(await failure(many(21, () => file('f', 'f', '')))).toBeInstanceOf(MaxFilesExceededError)
    expect([...(await many(1000, () => field('a', '')))]).toHaveLength(1000)
    expect(await failure(many(1001, () => field('a', '')))).toBeInstanceOf(MaxPartsExceededError)

    const size = 2 * 1024 * 1024
    expect([...(await limit({}, file('f', 'f', new Uint8Array(size))))]).toHaveLength(1)
    expect(await failure(limit({}, file('f', 'f', new Uint8Array(size + 1))))).toBeInstanceOf(
      MaxFileSizeExceededError,
    )
    const total = 20 * size + 1024 * 1024
    expect(await failure(limit({}, field('a', 'x'.repeat(total))))).toBeInstanceOf(
      MaxTotalSizeExceededError,
    )
  })

  it('must be numbers', async () => {
    await expect(limit({ maxFiles: -1 })).rejects.toThrow(
      'Cannot use -1 as "maxFiles": it must be a number, 0 or more',
    )
    await expect(limit({ maxFileSize: Number.NaN })).rejects.toThrow(RangeError)
    await expect(limit({ maxParts: '5' })).rejects.toThrow(RangeError)
    await expect(limit({ maxParts: null })).rejects.toThrow('Cannot use null as "maxParts"')
  })

  it('must be spelled right', async () => {
    await expect(limit({ maxFilesize: 1 })).rejects.toThrow(
      'parseFormData() has no option "maxFilesize". Its options are maxFiles, maxFileSize, maxHeaderSize, maxParts, maxTotalSize, uploadHandler.',
    )
    const parts = parseMultipart(null, boundary, { maxFilesize: 1 } as never)
    await expect(parts.next()).rejects.toThrow('parseMultipart() has no option "maxFilesize"')
  })

  it('may be infinite', async () => {
    const form = await limit(
      { maxFiles: 0, maxFileSize: Infinity, maxParts: Infinity },
      field('a', '1'),
    )
    expect(form.get('a')).toBe('1')
  })
})

describe('an upload handler', () => {
  it('is called for each file in order, and its values take their places', async () => {
    const seen: unknown[] = []
    const form = await parseFormData(
      formRequest([
        file('a', 'a.css', '1'),
        field('b', '2'),
        file('c', 'c.png', '3', 'image/png'),
        file('d', 'd', '4'),
        file('e', 'e', '5'),
        file('f', 'f', '6'),
        file('g', 'g', '7'),
      ]),
      {
        async uploadHandler(file) {
          seen.push([file.fieldName, file.name, file.type, typeof file.lastModified])
          if (file.fieldName === 'a') return `/uploads/${await file.text()}`
          if (file.fieldName === 'c') return new Blob([await file.bytes()], { type: 'image/webp' })
          if (file.fieldName === 'd') return new File([], 'other')
          if (file.fieldName === 'e') return null
          if (file.fieldName === 'g') return file

          return undefined
        },
      },
    )
    expect(seen).toEqual([
      ['a', 'a.css', 'image/png', 'number'],
      ['c', 'c.png', 'image/png', 'number'],
      ['d', 'd', 'image/png', 'number'],
      ['e', 'e', 'image/png', 'number'],
      ['f', 'f', 'image/png', 'number'],
      ['g', 'g', 'image/png', 'number'],
    ])
    expect([...form.keys()]).toEqual(['a', 'b', 'c', 'd', 'g'])
    expect(form.get('a')).toBe('/uploads/1')
    expect((form.get('c') as File).name).toBe('c.png')
    expect(await (form.get('c') as File).text()).toBe('3')
    expect((form.get('d') as File).name).toBe('other')
    expect(await (form.get('g') as File).text()).toBe('7')
  })

  it('reads the bytes in any of the ways of a File', async () => {
    const content = new Uint8Array([0, 13, 10, 255])
    const read = async (how: (file: FileUpload) => Promise<unknown>) => {
      let result: unknown
      await parseFormData(formRequest([file('f', 'f', content), field('a', '1')]), {
        async uploadHandler(file) {
          result = await how(file)
        },
      })

      return result
    }
    expect(await read(async (file) => file instanceof FileUpload)).toBe(true)
    expect(await read((file) => file.bytes())).toEqual(content)
    expect(await read((file) => file.arrayBuffer())).toEqual(content.buffer)
    expect(await read((file) => file.text())).toBe('\0\r\n\ufffd')
    expect(await read((file) => new Response(file.stream()).bytes())).toEqual(content)
    expect(
      await read(async (file) => {
        const chunks: Uint8Array<ArrayBuffer>[] = []
        for await (const chunk of file) chunks.push(chunk)

        return join(chunks)
      }),
    ).toEqual(content)
  })

  it('may read a file once', async () => {
    const attempt = parseFormData(formRequest([file('f', 'f', 'x')]), {
      async uploadHandler(file) {
        await file.text()
        file.stream()
      },
    })
    await expect(attempt).rejects.toThrow('Cannot read the file "f": it was already read')
  })

  it('may read the beginning of a file and leave it', async () => {
    const content = new Uint8Array(100_000)
    const chunks = cut(
      encodeParts([file('f', 'f', content), file('g', 'g', content), field('a', '1')]),
      1000,
    )
    const form = await parseFormData(formRequest(streamOf(chunks).stream), {
      async uploadHandler(file) {
        if (file.fieldName === 'f') {
          for await (const _ of file) break
        } else {
          const reader = file.stream().getReader()
          await reader.read()
          await reader.cancel()
        }
      },
    })
    expect([...form]).toEqual([['a', '1']])
  })

  it('may leave a stream behind, which then fails', async () => {
    let left: ReadableStream | undefined
    let other: FileUpload | undefined
    const form = await parseFormData(
      formRequest([file('f', 'f', 'x'), file('g', 'g', 'y'), field('a', '1')]),
      {
        uploadHandler(file) {
          if (file.fieldName === 'f') left = file.stream()
          else other = file
        },
      },
    )
    expect([...form]).toEqual([['a', '1']])
    await expect(left!.getReader().read()).rejects.toThrow(
      'Cannot read the file "f": it is no longer there',
    )
    await expect(other!.text()).rejects.toThrow('Cannot read the file "g": it is no longer there')
  })

  it('gets a file before the rest of it has arrived', async () => {
    let asked = 0
    const chunks = cut(encodeParts([file('f', 'f', new Uint8Array(1000))]), 100)
    const counted = (function* () {
      for (const chunk of chunks) {
        asked += 1
        yield chunk
      }
    })()
    await parseFormData(
      { headers: formRequest([]).headers, body: streamOf(counted).stream },
      {
        async uploadHandler(file) {
          const before = asked
          await Promise.resolve()
          expect(asked).toBe(before)
          expect(asked).toBeLessThan(chunks.length)

          const reader = file.stream().getReader()
          await reader.read()
          expect(asked).toBeLessThanOrEqual(before + 1)
        },
      },
    )
    expect(asked).toBe(chunks.length)
  })

  it('fails the form with its own error, and cancels the source', async () => {
    class StoreError extends Error {}
    const chunks = cut(encodeParts([file('f', 'f', new Uint8Array(10_000))]), 100)
    for (const uploadHandler of [
      async () => {
        throw new StoreError('full')
      },
      () => {
        throw new StoreError('full')
      },
    ]) {
      const { stream, cancelled } = streamOf(chunks)
      const error = await failure(
        parseFormData({ headers: formRequest([]).headers, body: stream }, { uploadHandler }),
      )
      expect(error).toBeInstanceOf(StoreError)
      expect(cancelled).toEqual([{ reason: error }])
    }
  })

  it('hears of a limit while it reads, and the form fails with that', async () => {
    let heard: unknown
    const error = await failure(
      parseFormData(formRequest([file('f', 'f', new Uint8Array(100))]), {
        maxFileSize: 10,
        async uploadHandler(file) {
          try {
            await file.bytes()
          } catch (error) {
            heard = error
            throw new Error('wrapped', { cause: error })
          }
        },
      }),
    )
    expect(error).toBeInstanceOf(MaxFileSizeExceededError)
    expect(heard).toBe(error)
  })

  it('cannot save the form by ignoring the failure of its file', async () => {
    const error = await failure(
      parseFormData(formRequest(bytesOf(`--${boundary}\r\n${file('f', 'f', '')[0]}\r\n\r\nhalf`)), {
        async uploadHandler(file) {
          await file.text().catch(() => {})

          return 'stored'
        },
      }),
    )
    expect(error).toBeInstanceOf(FormDataParseError)
  })

  it('can undo what it stored when the form fails later', async () => {
    const stored = new Set<string>()
    const error = await failure(
      parseFormData(
        formRequest([
          file('f', 'f', 'x'),
          file('g', 'g', 'x'),
          file('h', 'h', new Uint8Array(100)),
        ]),
        {
          maxFileSize: 10,
          async uploadHandler(file) {
            file.onFailure(async () => {
              await Promise.resolve()
              stored.delete(file.name)
              throw new Error('ignored')
            })
            stored.add(file.name)
            await file.text()

            return file.name
          },
        },
      ),
    )
    expect(error).toBeInstanceOf(MaxFileSizeExceededError)
    expect([...stored]).toEqual([])
  })

  it('undoes nothing before it has settled', async () => {
    const events: string[] = []
    await failure(
      parseFormData(formRequest([file('f', 'f', 'x')]), {
        async uploadHandler(file) {
          file.onFailure(() => events.push('undone'))
          await file.text()
          events.push('stored')
          throw new Error('full')
        },
      }),
    )
    expect(events).toEqual(['stored', 'undone'])
  })

  it('undoes nothing when all went well', async () => {
    const form = await parseFormData(formRequest([file('f', 'f', 'x')]), {
      uploadHandler(file) {
        file.onFailure(() => expect.unreachable('nothing failed'))

        return file
      },
    })
    expect(form.has('f')).toBe(true)
  })
})

describe('an aborted request', () => {
  function hanging(start: Uint8Array<ArrayBuffer>) {
    const cancelled: unknown[] = []
    let isStart = true
    const stream = new ReadableStream<Uint8Array<ArrayBuffer>>(
      {
        pull(controller) {
          if (!isStart) return new Promise(() => {})
          isStart = false
          controller.enqueue(start)

          return undefined
        },
        cancel(reason) {
          cancelled.push(reason)
        },
      },
      { highWaterMark: 0 },
    )

    return { stream, cancelled }
  }

  it.each([
    [`multipart/form-data; boundary=${boundary}`, `--${boundary}\r\n${field('a', '')[0]}\r\n\r\n`],
    [urlencoded, 'a=1&'],
  ])('rejects with its reason and cancels the source: %s', async (type, start) => {
    const controller = new AbortController()
    const { stream, cancelled } = hanging(bytesOf(start))
    const attempt = failure(
      parseFormData({
        headers: new Headers({ 'Content-Type': type }),
        body: stream,
        signal: controller.signal,
      }),
    )
    await new Promise((resolve) => setTimeout(resolve, 0))
    const reason = new Error('client left')
    controller.abort(reason)
    expect(await attempt).toBe(reason)
    expect(cancelled).toEqual([reason])
  })

  it.each([`multipart/form-data; boundary=${boundary}`, urlencoded])(
    'is not read at all if it was aborted before: %s',
    async (type) => {
      const { stream, cancelled } = hanging(bytesOf(''))
      const reason = new Error('client left')
      const error = await failure(
        parseFormData({
          headers: new Headers({ 'Content-Type': type }),
          body: stream,
          signal: AbortSignal.abort(reason),
        }),
      )
      expect(error).toBe(reason)
      expect(cancelled).toEqual([reason])
    },
  )

  it('fails the stream of an upload that waits', async () => {
    const controller = new AbortController()
    const start = bytesOf(`--${boundary}\r\n${file('f', 'f', '')[0]}\r\n\r\nhalf`)
    const { stream, cancelled } = hanging(start)
    const reason = new Error('client left')
    let heard: unknown
    const attempt = failure(
      parseFormData(
        { headers: formRequest([]).headers, body: stream, signal: controller.signal },
        {
          async uploadHandler(file) {
            const reader = file.stream().getReader()
            await reader.read()
            setTimeout(() => controller.abort(reason), 0)
            heard = await failure(reader.closed)
            throw heard
          },
        },
      ),
    )
    expect(await attempt).toBe(reason)
    expect(heard).toBe(reason)
    expect(cancelled).toEqual([reason])
  })

  it('passes on the error of a source that breaks', async () => {
    const broken = new Error('reset')
    const source = () =>
      new ReadableStream<Uint8Array<ArrayBuffer>>({
        pull(controller) {
          controller.error(broken)
        },
      })
    expect(await failure(parseFormData({ headers: formRequest([]).headers, body: source() }))).toBe(
      broken,
    )
    expect(
      await failure(
        parseFormData({ headers: new Headers({ 'Content-Type': urlencoded }), body: source() }),
      ),
    ).toBe(broken)
  })

  it('10,000 uploads cut off half-way leave every source and every upload stream closed', async () => {
    const bytes = encodeParts([file('f', 'f', new Uint8Array(300)), field('a', '1')])
    let openSources = 0
    let openUploads = 0

    for (let i = 0; i < 10_000; i += 1) {
      const length = 120 + (i % (bytes.length - 160))
      const breaks = i % 3
      openSources += 1
      let position = 0
      const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
        {
          pull(controller) {
            if (position < length) {
              controller.enqueue(bytes.slice(position, Math.min(length, (position += 64))))
            } else {
              openSources -= 1
              if (breaks === 0) controller.error(new Error('reset'))
              else controller.close()
            }
          },
          cancel() {
            openSources -= 1
          },
        },
        { highWaterMark: 0 },
      )
      await failure(
        parseFormData(
          { headers: formRequestHeaders, body },
          {
            async uploadHandler(file) {
              openUploads += 1
              const reader = file.stream().getReader()
              const closed = reader.closed.catch(() => {}).then(() => (openUploads -= 1))
              try {
                while (!(await reader.read()).done);
              } finally {
                await closed
              }
            },
          },
        ),
      )
    }

    expect(openSources).toBe(0)
    expect(openUploads).toBe(0)
  })
})

const formRequestHeaders = new Headers({
  'Content-Type': `multipart/form-data; boundary=${boundary}`,
})
