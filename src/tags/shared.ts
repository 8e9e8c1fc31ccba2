// What other folders of the framework use from this one. It is not published.
export { checkTags, maxTags } from './check-tags.ts'
