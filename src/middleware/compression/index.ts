export { compression, type CompressionOptions } from './compression.ts'
