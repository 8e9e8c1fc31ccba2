// The exports for other folders of the framework. They are not published.
export { countLimits, limitNames, readLimits } from './limits.ts'
export { parseUrlencodedText } from './parse-urlencoded.ts'
export { peekMethodOverride } from './peek-method-override.ts'
