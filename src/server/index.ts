export type {
  ClientEntry,
  DevBuild,
  DevStyle,
  EntryServerModule,
  HandleErrorArgs,
  RenderArgs,
  ServerBuild,
} from './build.ts'
