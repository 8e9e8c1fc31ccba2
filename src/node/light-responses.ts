import { createLightResponse } from '../internal/exchange/light-response.ts'
import { readLightResponse } from '../internal/exchange/known-body.ts'
import { isNode } from '../internal/runtime.ts'
import { withContentType } from '../response/shared.ts'

/**
 * Lets `new Response(text)` and `Response.json()` create light responses, as our helpers do. A native one creates a stream
 * for its text, which takes longer than the rest of a short request.
 *
 * Only the two ways to create a response of a string are different. Everything else is that of the native class: other
 * bodies, subclasses, static methods and `instanceof`.
 *
 * @returns A function that restores the native class
 */
export function useLightResponses(): () => void {
  const native = globalThis.Response
  if (!isNode || readLightResponse(new Response('')) !== null) return () => {}

  const light = createLightClass(native)
  globalThis.Response = light

  return () => {
    if (globalThis.Response === light) globalThis.Response = native
  }
}

type ResponseClass = typeof Response

function createLightClass(native: ResponseClass): ResponseClass {
  function light(...args: ConstructorParameters<ResponseClass>): object {
    const [body, init] = args
    if (new.target === light && typeof body === 'string' && isPlainInit(init)) {
      return createResponse(body, 'text/plain;charset=UTF-8', init)
    }

    // A class of the app that extends `Response` gets an object of its own class.
    return Reflect.construct(native, args, new.target === light ? native : new.target)
  }

  function json(data: unknown, init?: ResponseInit): Response {
    const body = isPlainInit(init) ? JSON.stringify(data) : undefined

    // The native function says what is wrong.
    return typeof body === 'string'
      ? createResponse(body, 'application/json', init)
      : native.json(data, init)
  }

  Object.setPrototypeOf(light, native)
  Object.defineProperties(light, {
    // With the same prototype, `instanceof Response` is also true for responses of `fetch()`.
    prototype: { value: native.prototype, writable: false },
    json: { value: json, writable: true, enumerable: true, configurable: true },
    name: { value: native.name },
    length: { value: native.length },
  })

  return light as unknown as ResponseClass
}

/** Whether the native class would read all members of `init` without converting any. */
function isPlainInit(init: ResponseInit | null | undefined): boolean {
  if (init === undefined || init === null) return true
  const { status, statusText } = init

  return (
    typeof init === 'object' &&
    (status === undefined || typeof status === 'number') &&
    (statusText === undefined || typeof statusText === 'string')
  )
}

function createResponse(
  body: string,
  type: string,
  init: ResponseInit | null | undefined,
): Response {
  const { status = 200, statusText = '', headers } = init ?? {}

  return createLightResponse(
    status,
    statusText,
    headers === undefined ? ['content-type', type] : withContentType(headers, type),
    body,
  )
}
