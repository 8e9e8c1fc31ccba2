// What other folders use of this one. It is not published.
export { countLimits, limitNames, readLimits } from './limits.ts'
export { parseUrlencodedText } from './parse-urlencoded.ts'
export { peekMethodOverride } from './peek-method-override.ts'
