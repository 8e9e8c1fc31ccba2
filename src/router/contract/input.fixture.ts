import { readContract } from './read-contract.ts'
import { readInput, type InputResult, type InputSource } from './read-input.ts'

/** Reads a request by a contract, as a router does. */
export async function inputOf(
  contract: object,
  request: Request,
  params: Record<string, string> = {},
): Promise<InputResult> {
  const read = readContract(contract, `${request.method} "/test"`)

  const source: InputSource = {
    params,
    searchParams: new URL(request.url).searchParams,
    contentType: request.headers.get('Content-Type'),
    text: () => request.text(),
    form: () => request.formData(),
  }

  const shorten = (result: InputResult): InputResult =>
    result.failure ? result : ({ input: result.input } as InputResult)
  const result = readInput(read, source)
  return result instanceof Promise ? result.then(shorten) : shorten(result)
}

/** A `POST` of a form with these entries. With a file it is multipart. */
export function postForm(entries: readonly [string, string | File][]): Request {
  const form = new FormData()
  for (const [name, value] of entries) form.append(name, value)
  const isMultipart = entries.some(([, value]) => typeof value !== 'string')
  const body = isMultipart ? form : new URLSearchParams(entries as [string, string][])

  return new Request('https://example.com/test', { method: 'POST', body })
}

/** A `POST` of JSON, as a value or as its text. */
export function postJson(body: unknown, type = 'application/json'): Request {
  return new Request('https://example.com/test', {
    method: 'POST',
    headers: { 'Content-Type': type },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}
