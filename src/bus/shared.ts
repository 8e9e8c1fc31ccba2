// What other folders of the framework use from this one. It is not published.
export { WriteLog } from './write-log.ts'
