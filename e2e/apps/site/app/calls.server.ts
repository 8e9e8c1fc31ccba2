/** The handlers that ran, by a name that a test chose, so that tests can check what reached the server. */
const calls = new Map<string, string[]>()

export function record(name: string | null | undefined, what: string): void {
  if (!name) return
  calls.set(name, [...callsOf(name), what])
}

export function callsOf(name: string): string[] {
  return calls.get(name) ?? []
}
