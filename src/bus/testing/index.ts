export {
  busConformance,
  type BusCase,
  type BusConformanceOptions,
  type CreateBus,
} from './bus-conformance.ts'
