export {
  storageConformance,
  type CreateStorage,
  type StorageCase,
  type StorageConformanceOptions,
} from './storage-conformance.ts'
