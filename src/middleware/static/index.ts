export { staticFiles, type StaticFilesOptions } from './static-files.ts'
