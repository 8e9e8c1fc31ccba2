// The exports for other folders of the framework. They are not published.
export { guardStorage, type GuardedStorage } from './guard-storage.ts'
