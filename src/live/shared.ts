// What other folders of the framework use from this one. It is not published.
export { createEventStream } from './event-stream.ts'
export type { EventFeed } from './event-body.ts'
export { writeEvent } from './write-event.ts'
