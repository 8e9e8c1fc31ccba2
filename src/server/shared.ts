// What other folders of the framework use of this one. It is not published.
export type { ClientEntry, DevStyle, EntryServerModule } from './build.ts'
export type { CreateApp } from './create-handler.ts'
