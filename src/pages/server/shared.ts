// For the framework's other folders. It is not published.
export type {
  ClientEntry,
  DevStyle,
  EntryServerModule,
  PrerenderedFile,
  PrerenderedPage,
} from './build.ts'
export type { CreateApp, RouterModule } from './create-handler.ts'
export { serveBuild, type BuiltApp, type KeptFiles } from './serve-build.ts'
