// What other folders of the framework use from this one. It is not published.
export { createEventStream } from './event-stream.ts'
