export { framework } from './framework.ts'
export type { FrameworkOptions } from './options.ts'
