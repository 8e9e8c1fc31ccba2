// For the framework's other folders. It is not published.
export type {
  ActionDataArgs,
  DataFunctionArgs,
  HtmlLinkDescriptor,
  HtmlMetaDescriptor,
  RouteModule,
} from './route-module.ts'
export { createServerPage } from './router-view.tsx'
export { usePage, type PreloadAttributes, type ServerRender } from './contexts.ts'
