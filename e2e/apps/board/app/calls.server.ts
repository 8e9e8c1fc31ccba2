const calls = new Map<string, string[]>()

/** Records that something ran, under a name that a test chose. */
export function record(name: string | null | undefined, what: string): void {
  if (name) calls.set(name, [...callsOf(name), what])
}

export function callsOf(name: string): string[] {
  return calls.get(name) ?? []
}
