import { describe } from 'vitest'
import { describeShop } from './shop-cases.ts'

describe('the shop with JavaScript', () => describeShop(true))
