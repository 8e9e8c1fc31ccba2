import { describe } from 'vitest'
import { describeDifferences } from './cases/all.ts'
import { launchWebKit } from './webkit.ts'
import { useEngine } from './visitor.ts'

describe('WebKit', () => {
  describeDifferences(useEngine(launchWebKit))
})
