/** How long a key counts as not cacheable, in milliseconds. */
const duration = 60_000

/** How long no new run starts after a failed run. It doubles while runs keep failing, up to `duration`. */
const shortestPause = 1000

/** How many keys are remembered. Clients choose the URLs, so memory must be limited. */
const maxKeys = 10_000

/** Why a response was not stored: it is personal, the run failed, or something else. */
export type RefusalKind = 'personal' | 'failed' | 'other'

/**
 * The keys whose responses were refused a short while ago. Another run would cost as much as a response for the visitor, in
 * addition to it.
 */
export interface Refusals {
  add(key: string, kind: RefusalKind): void
  get(key: string): RefusalKind | undefined
  /** Call this after a run has succeeded. */
  delete(key: string): void
}

interface Refusal {
  readonly kind: RefusalKind
  readonly pause: number
  /** In the time of `performance.now()`, which does not change when the system clock is set. */
  readonly until: number
}

export function createRefusals(): Refusals {
  const refusals = new Map<string, Refusal>()

  return {
    add(key, kind) {
      const pause = pauseFor(kind, refusals.get(key))
      refusals.delete(key)
      refusals.set(key, { kind, pause, until: performance.now() + pause })
      for (const oldest of refusals.keys()) {
        if (refusals.size <= maxKeys) break
        refusals.delete(oldest)
      }
    },

    get(key) {
      const refusal = refusals.get(key)
      // A refusal is kept after its time, so that the next failure doubles its pause.
      return refusal !== undefined && performance.now() < refusal.until ? refusal.kind : undefined
    },

    delete: (key) => void refusals.delete(key),
  }
}

function pauseFor(kind: RefusalKind, before: Refusal | undefined): number {
  if (kind !== 'failed') return duration
  return before?.kind === 'failed' ? Math.min(2 * before.pause, duration) : shortestPause
}
