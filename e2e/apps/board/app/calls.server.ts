const calls = new Map<string, string[]>()

/** Notes that something ran, under a name that a test made up. */
export function record(name: string | null | undefined, what: string): void {
  if (name) calls.set(name, [...callsOf(name), what])
}

export function callsOf(name: string): string[] {
  return calls.get(name) ?? []
}
