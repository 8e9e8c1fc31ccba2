/** How long a key counts as not cacheable, in milliseconds. */
const duration = 60_000

const maxKeys = 10_000

/** Why a response was not stored: it is somebody's, the run failed, or something else. */
export type RefusalKind = 'personal' | 'failed' | 'other'

/** The keys whose responses were not stored a short while ago. Asking for them again would double their cost. */
export interface Refusals {
  add(key: string, kind: RefusalKind): void
  get(key: string): RefusalKind | undefined
}

export function createRefusals(): Refusals {
  const refusals = new Map<string, { kind: RefusalKind; until: number }>()

  return {
    add(key, kind) {
      refusals.delete(key)
      refusals.set(key, { kind, until: Date.now() + duration })
      for (const oldest of refusals.keys()) {
        if (refusals.size <= maxKeys) break
        refusals.delete(oldest)
      }
    },

    get(key) {
      const refusal = refusals.get(key)
      if (refusal === undefined || Date.now() < refusal.until) return refusal?.kind
      refusals.delete(key)
      return undefined
    },
  }
}
