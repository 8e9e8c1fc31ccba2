import { describeRuntime } from './describe-runtime.ts'
import { otherRuntimes } from './runtimes.ts'

for (const runtime of otherRuntimes) describeRuntime(runtime)
