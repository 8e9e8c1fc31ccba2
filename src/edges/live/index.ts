export { eventStream, type EventStreamOptions, type EventStreamSource } from './event-stream.ts'
export type { StreamEvent } from './write-event.ts'
