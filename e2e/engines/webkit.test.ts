import { describe } from 'vitest'
import { describeDifferences } from './cases/all.ts'
import { describeOrders } from './cases/orders.ts'
import { launchWebKit } from './webkit.ts'
import { useEngine } from './visitor.ts'

describe('WebKit', () => {
  const createTest = useEngine(launchWebKit)
  describeDifferences(createTest)
  describeOrders(createTest)
})
