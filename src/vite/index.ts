export { framework } from './framework.ts'
export type { FrameworkOptions, StaticOptions } from './options.ts'
