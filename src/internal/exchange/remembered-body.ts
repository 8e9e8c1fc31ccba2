type Body = string | Uint8Array<ArrayBuffer>

/** The bodies of responses that cannot return them: native ones that we created, and responses to `HEAD`. */
const bodies = new WeakMap<Response, Body>()

/** Remembers the body that a response was created with, or for a response to `HEAD`, the body of the `GET`. */
export function rememberBody(response: Response, body: Body | null): Response {
  if (body !== null) bodies.set(response, body)

  return response
}

export function rememberedBody(response: Response): Body | null {
  return bodies.get(response) ?? null
}
