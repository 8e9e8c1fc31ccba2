/** How long a key counts as not cacheable, in milliseconds. */
const duration = 60_000

/** How long a run that failed is not tried again. It doubles while it keeps failing, up to `duration`. */
const shortestPause = 1000

/** How many keys are remembered. Clients choose the URLs, so memory must be limited. */
const maxKeys = 10_000

/** Why a response was not stored: it is personal, the run failed, or something else. */
export type RefusalKind = 'personal' | 'failed' | 'other'

/** The keys whose responses were not stored a short while ago. Asking for them again would double their cost. */
export interface Refusals {
  add(key: string, kind: RefusalKind): void
  get(key: string): RefusalKind | undefined
  /** Says that a run has succeeded. */
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
      // A refusal whose time is over is kept, so that the next failure doubles its pause.
      return refusal !== undefined && performance.now() < refusal.until ? refusal.kind : undefined
    },

    delete: (key) => void refusals.delete(key),
  }
}

function pauseFor(kind: RefusalKind, before: Refusal | undefined): number {
  if (kind !== 'failed') return duration
  return before?.kind === 'failed' ? Math.min(2 * before.pause, duration) : shortestPause
}
