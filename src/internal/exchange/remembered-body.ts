type Body = string | Uint8Array<ArrayBuffer>

/** Bodies of responses that cannot tell them: native ones that we made, and those to `HEAD`. */
const bodies = new WeakMap<Response, Body>()

/** Remembers the body that a response was made with, or for the response to `HEAD` that of the `GET`. */
export function rememberBody(response: Response, body: Body | null): Response {
  if (body !== null) bodies.set(response, body)

  return response
}

export function rememberedBody(response: Response): Body | null {
  return bodies.get(response) ?? null
}
