import { sharedStateKey } from '../../internal/process/global-keys.ts'

const shared = globalThis as { [sharedStateKey]?: true }

/** Notes that the app stores something outside of this process, so that it probably runs in several processes. */
export function noteSharedState(): void {
  shared[sharedStateKey] = true
}

export function hasSharedState(): boolean {
  return shared[sharedStateKey] === true
}
