import { describe } from 'vitest'
import { describeAll } from './cases/all.ts'
import { launchFirefox } from './firefox.ts'
import { useEngine } from './visitor.ts'

describe('Firefox', () => {
  describeAll(useEngine(launchFirefox))
})
