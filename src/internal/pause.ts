/** Waits, without keeping a process alive that has nothing else to do. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => startTimer(resolve, milliseconds))
}

/** Calls a function later, if the process still runs then. Returns a function that cancels the call. */
export function startTimer(call: () => void, milliseconds: number): () => void {
  const timer = setTimeout(call, milliseconds)
  // Browsers and Workers have numbers.
  ;(timer as { unref?: () => void }).unref?.()
  return () => clearTimeout(timer)
}
