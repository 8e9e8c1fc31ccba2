const seen = new Set<string>()

/** Prints a warning the first time it is given: what is wrong with a configuration need not be said per request. */
export function warnOnce(message: string): void {
  if (seen.has(message)) return
  seen.add(message)
  console.warn(message)
}
