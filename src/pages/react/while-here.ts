/**
 * Ignores a failure that happens because the visitor leaves the page, and tries again if the visitor comes back. Firefox
 * and WebKit cancel pending requests, and the visitor should not come back to an error.
 */
export async function whileHere<Value>(
  run: () => Promise<Value>,
  canRepeat = true,
): Promise<Value> {
  let stay: Promise<void> | undefined
  const leave = () => {
    stay = whenBack()
  }
  // The listener is removed as soon as possible: while a page has it, Firefox does not keep the page in its back/forward
  // cache.
  addEventListener('beforeunload', leave)
  try {
    return await run()
  } catch (error) {
    await stay
    if (stay && canRepeat) return await run()
    throw error
  } finally {
    removeEventListener('beforeunload', leave)
  }
}

/** Resolves if the page is still open after a while, or when the visitor comes back to it. */
export function whenBack(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 8000) // A browser needs less to leave. It stays if the response is a download.
    // The browser restored this page from its back/forward cache.
    addEventListener('pageshow', ({ persisted }) => persisted && resolve())
  })
}
