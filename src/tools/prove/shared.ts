// What `framework prove` uses from this folder. It is not published.
export { formatFaults, formatSummary } from './format-report.ts'
export type { ProveOptions } from './prove-options.ts'
export { runProof } from './run-proof.ts'
export { compareStrangers } from './strangers-file.ts'
