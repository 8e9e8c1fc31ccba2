import { failed, parseJson, unexpected, type DataResponse, type Decoded } from './wire.ts'

/** Reads the response of a URL that is not a page. JSON is data, even with an error status. Other failures are errors. */
export async function decodeForeignResponse(response: DataResponse): Promise<Decoded> {
  const text = await response.text()
  const { status, redirected, url: location } = response
  if (redirected && location) {
    return {
      type: 'redirect',
      redirect: { location, status: 302, revalidate: false, reload: false, replace: false },
    }
  }

  if (text === '' && status < 400) return { type: 'data', data: null, status }
  if (!/\bapplication\/(?:problem\+)?json\b/i.test(response.headers.get('Content-Type') ?? '')) {
    return status >= 400
      ? { type: 'error', error: failed(response, text) }
      : { type: 'data', data: text, status }
  }

  const data = parseJson(text)
  return data === undefined
    ? { type: 'error', error: unexpected() }
    : { type: 'data', data, status }
}
