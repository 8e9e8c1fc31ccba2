import { describe } from 'vitest'
import { describeDifferences } from './cases/all.ts'
import { launchChromium } from './chromium.ts'
import { useEngine } from './visitor.ts'

describe('Chromium', () => {
  describeDifferences(useEngine(() => launchChromium()))
})
