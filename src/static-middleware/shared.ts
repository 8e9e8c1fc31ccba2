// What other folders of the framework use from this one. It is not published.
export { filesFirst } from './files-first.ts'
