export { Writes, writes, type WritesContext } from './writes.ts'
