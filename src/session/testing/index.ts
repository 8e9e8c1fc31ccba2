export {
  sessionStorageConformance,
  type CreateSessionStorage,
  type SessionStorageCase,
  type SessionStorageConformanceOptions,
} from './session-storage-conformance.ts'
