import { proofKey } from '../../internal/global-keys.ts'
import type { Proof } from '../../internal/proof.ts'

// Import this file first: the framework looks for the proof once, when it is imported.
const shared = globalThis as { [proofKey]?: Proof }
shared[proofKey] ??= { routers: [], builds: [] }
