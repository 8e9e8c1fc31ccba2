import { readLightResponse } from './known-body.ts'

/**
 * Whether a response has a header. For a light response, this does not create its `Headers`.
 *
 * @param name The name in lower case
 */
export function hasHeader(response: Response, name: string): boolean {
  const light = readLightResponse(response)
  if (light === null) return response.headers.has(name)

  return light.headers.some((text, i) => i % 2 === 0 && text.toLowerCase() === name)
}
