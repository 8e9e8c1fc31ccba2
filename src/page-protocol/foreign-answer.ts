import { failed, parseJson, unexpected, type DataAnswer, type Decoded } from './wire.ts'

/** Reads the response of a URL that is not a page. JSON is data, whatever the status. Other failures are errors. */
export async function decodeForeignAnswer(answer: DataAnswer): Promise<Decoded> {
  const text = await answer.text()
  const { status, redirected, url: location } = answer
  if (redirected && location) {
    return {
      type: 'redirect',
      redirect: { location, status: 302, revalidate: false, reload: false, replace: false },
    }
  }

  if (text === '' && status < 400) return { type: 'data', data: null, status }
  if (!/\bapplication\/(?:problem\+)?json\b/i.test(answer.headers.get('Content-Type') ?? '')) {
    return status >= 400
      ? { type: 'error', error: failed(answer, text) }
      : { type: 'data', data: text, status }
  }

  const data = parseJson(text)
  return data === undefined
    ? { type: 'error', error: unexpected() }
    : { type: 'data', data, status }
}
