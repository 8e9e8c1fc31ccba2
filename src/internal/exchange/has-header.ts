import { readLightResponse } from './known-body.ts'

/**
 * Whether a response has a header. For a light response, this does not create its `Headers`.
 *
 * @param name The name in lower case
 */
export function hasHeader(response: Response, name: string): boolean {
  const { headers } = readLightResponse(response) ?? response

  return headers instanceof Headers
    ? headers.has(name)
    : headers.some((text, i) => i % 2 === 0 && text.toLowerCase() === name)
}
