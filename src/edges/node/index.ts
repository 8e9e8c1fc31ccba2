export { clientAddress } from './node-incoming.ts'
export {
  createRequestListener,
  type RequestListener,
  type RequestListenerOptions,
} from './request-listener.ts'
export { serve, type RunningServer, type ServeOptions } from './serve.ts'
