/**
 * Checks that a server can send a response. Deno exits if it cannot.
 *
 * @param isLocked Whether something has a reader of the body. Where asking is expensive, it may be left out
 * @throws {TypeError} If it cannot be sent
 */
export function assertSendable(response: Response, isLocked = false): void {
  if (response.type === 'error') {
    throw new TypeError(
      'Cannot send Response.error(): it has no status. Return a response with a status.',
    )
  }
  if (isLocked || response.bodyUsed) {
    throw new TypeError(
      'Cannot send a Response whose body was already read. Return response.clone(), made before it was read.',
    )
  }
}
