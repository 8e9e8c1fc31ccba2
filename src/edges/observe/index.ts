export type { Observer, ServerEvent } from '../../router/fetch-router/index.ts'
export { metrics, type Metrics } from './metrics.ts'
export { recorder, type Recorder, type RecorderOptions } from './recorder.ts'
export { serverTiming, type ServerTimingOptions } from './server-timing.ts'
