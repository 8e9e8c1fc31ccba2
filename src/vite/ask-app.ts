/** The response of an app, as far as a file can have it. */
export interface AppAnswer {
  readonly status: number
  readonly location: string | null
  readonly contentType: string
  readonly body: Uint8Array
  /** Why the response is not the same for everybody, such as `its response sets a cookie`. */
  readonly personal: string | undefined
}

export type AskApp = (request: Request) => Response | Promise<Response>

/**
 * Sends a GET request without cookies to an app, and reads the whole response.
 *
 * @param handler The whole app
 * @param url An absolute URL
 * @param timeout Milliseconds after which the request is aborted
 * @throws {Error} If the app takes longer, or the body fails. The message begins with the reason
 */
export async function askApp(handler: AskApp, url: string, timeout: number): Promise<AppAnswer> {
  const controller = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new Error(`it took longer than ${timeout / 1000} s`)
      reject(error)
      controller.abort(error)
    }, timeout)
  })

  try {
    return await Promise.race([send(handler, url, controller.signal), late])
  } finally {
    clearTimeout(timer)
  }
}

async function send(handler: AskApp, url: string, signal: AbortSignal): Promise<AppAnswer> {
  const response = await handler(new Request(url, { signal }))
  const { headers, status } = response

  return {
    status,
    location: headers.get('Location'),
    contentType: headers.get('Content-Type') ?? '',
    body: await response.bytes(),
    personal: headers.has('Set-Cookie') ? 'its response sets a cookie' : undefined,
  }
}
