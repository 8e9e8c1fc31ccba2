// The exports for other folders of the framework. They are not published.
export { createEventStream } from './event-stream.ts'
export type { EventFeed } from './event-body.ts'
export { writeEvent } from './write-event.ts'
