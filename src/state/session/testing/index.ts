export {
  sessionStorageConformance,
  type SessionStorageCase,
} from './session-storage-conformance.ts'
