export { busConformance, type BusCase } from './bus-conformance.ts'
