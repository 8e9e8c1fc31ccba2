import { sharedStateKey } from './global-keys.ts'

const shared = globalThis as { [sharedStateKey]?: true }

/** Remembers that the app keeps something outside of this process, so that it probably runs in several. */
export function noteSharedState(): void {
  shared[sharedStateKey] = true
}

export function hasSharedState(): boolean {
  return shared[sharedStateKey] === true
}
