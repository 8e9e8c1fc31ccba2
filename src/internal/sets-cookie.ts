import { readLightResponse } from './exchange/light-response.ts'

/** Whether a response sets a cookie. For a light response, this does not create its `Headers`. */
export function setsCookie(response: Response): boolean {
  const light = readLightResponse(response)
  if (!light) return response.headers.has('Set-Cookie')

  return light.headers.some((text, i) => i % 2 === 0 && text.toLowerCase() === 'set-cookie')
}
