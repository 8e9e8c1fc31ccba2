export { RequestId } from '../fetch-router/index.ts'
export {
  requestId,
  type ContextWithRequestId,
  type RequestIdEntry,
  type RequestIdOptions,
} from './request-id.ts'
