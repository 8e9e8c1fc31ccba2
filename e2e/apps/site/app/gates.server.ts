/** Gates by a name that a test chose. A deferred value waits until the test opens its gate. */
const gates = new Map<string, PromiseWithResolvers<void>>()

/** Resolves when the gate is open. Rejects if the page is gone. */
export async function pass(name: string, signal: AbortSignal): Promise<void> {
  const gone = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error))
  })
  await Promise.race([gateOf(name).promise, gone])
}

export function open(name: string): void {
  gateOf(name).resolve()
}

function gateOf(name: string): PromiseWithResolvers<void> {
  const gate = gates.get(name) ?? Promise.withResolvers<void>()
  gates.set(name, gate)
  return gate
}
