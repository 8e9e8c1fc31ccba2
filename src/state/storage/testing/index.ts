export { storageConformance, type StorageCase } from './storage-conformance.ts'
