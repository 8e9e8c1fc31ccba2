// The exports for other folders of the framework. They are not published.
export { WriteLog } from './write-log.ts'
