import { describe } from 'vitest'
import { describeAll } from './cases/all.ts'
import { launchChromium } from './chromium.ts'
import { useEngine } from './visitor.ts'

describe('Chromium', () => {
  describeAll(useEngine(launchChromium))
})
