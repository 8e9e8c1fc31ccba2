// The exports for other folders of the framework. They are not published.
export { checkEachTag, checkTags } from './check-tags.ts'
export { writesOf } from './writes.ts'
