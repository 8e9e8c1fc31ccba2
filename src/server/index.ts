export type {
  ClientEntry,
  DevBuild,
  DevStyle,
  EntryServerModule,
  HandleErrorArgs,
  RenderArgs,
  ServerBuild,
} from './build.ts'
export { createHandler, type CreateApp } from './create-handler.ts'
export { createPages, type Pages, type PagesOptions } from './create-pages.ts'
export { Nonce } from './nonce.ts'
