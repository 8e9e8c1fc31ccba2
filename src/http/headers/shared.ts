// The exports for other folders of the framework. They are not published.
export { decodeExtended, encodeExtended } from './extended-value.ts'
