export { proxy, type ProxyOptions } from './proxy.ts'
