// What other folders of the framework use from this one. It is not published.
export { guardStorage, type GuardedStorage } from './guard-storage.ts'
