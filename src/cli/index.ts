export { run } from './run.ts'
export type { Output } from './command.ts'
