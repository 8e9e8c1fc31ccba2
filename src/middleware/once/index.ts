export { once, Once, type ContextWithOnce, type OnceOptions } from './once.ts'
export type { Once as OnceFunction } from './create-once.ts'
