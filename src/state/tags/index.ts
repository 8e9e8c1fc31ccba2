export { tag } from './tag.ts'
export { Writes, writes, type WritesContext } from './writes.ts'
