/** A GET answer as HEAD sends it: same status and headers, nothing left to read. */
export function withoutBody(response: Response): Response {
  if (response.body === null) return response

  const { status, statusText, headers } = response
  // A body that is locked or already broken has a reader that ends it
  if (!response.body.locked) response.body.cancel().catch(() => {})
  return new Response(null, { status, statusText, headers })
}
