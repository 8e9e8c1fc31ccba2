import { proofKey } from '../../internal/process/global-keys.ts'
import type { Proof } from '../../internal/exchange/proof.ts'

// Import this file first: the framework looks for the proof once, when it is imported.
const shared = globalThis as { [proofKey]?: Proof }
shared[proofKey] ??= { routers: [], builds: [] }
