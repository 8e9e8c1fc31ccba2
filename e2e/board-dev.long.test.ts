import { describeBoard } from './board-cases.ts'

describeBoard('dev')
