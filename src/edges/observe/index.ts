export type { Observer, ServerEvent } from '../../router/fetch-router/index.ts'
export { metrics, type Metrics } from './metrics.ts'
export { recorder, type Recorder } from './recorder.ts'
export { serverTiming, type ServerTimingOptions } from './server-timing.ts'
