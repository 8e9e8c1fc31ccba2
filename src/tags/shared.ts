// What other folders of the framework use from this one. It is not published.
export { checkEachTag, checkTags } from './check-tags.ts'
export { writesOf } from './writes.ts'
