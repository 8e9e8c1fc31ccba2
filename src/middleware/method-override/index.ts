export { methodOverride, type MethodOverrideOptions } from './method-override.ts'
