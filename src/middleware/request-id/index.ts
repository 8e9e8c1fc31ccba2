export { RequestId } from '../../router/fetch-router/index.ts'
export { requestId, type ContextWithRequestId, type RequestIdOptions } from './request-id.ts'
