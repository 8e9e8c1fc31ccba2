import { describe } from 'vitest'
import { launchOptions } from '../setup/browser.ts'
import { describeDocuments, describeWindows } from './cases/all.ts'
import { describeDraftAttacks } from './cases/draft-attacks.ts'
import { describeDraftsOfReturns } from './cases/draft-returns.ts'
import { launchChromium } from './chromium.ts'
import { useEngine } from './visitor.ts'

describe('Chromium', () => {
  describeWindows(useEngine(() => launchChromium()))
})

// The same engine. It takes half of the CPU time, and keeps no page that was left.
describe('Chromium without windows', () => {
  const createTest = useEngine(() => launchChromium(launchOptions()))
  describeDocuments(createTest)
  // Which text goes where is the same code in every engine.
  describeDraftAttacks(createTest)
  // Without windows, Back shows a document from the HTTP cache.
  describeDraftsOfReturns(createTest)
})
