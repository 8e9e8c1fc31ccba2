// The exports for other folders of the framework. They are not published.
export { createSessionTag, isSessionTag, sessionKeyOf } from './session-tag.ts'
