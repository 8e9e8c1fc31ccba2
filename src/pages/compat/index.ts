// Names that Remix and React Router have for what this framework calls otherwise. New code does not need them.
export type {
  ShouldRevalidateArgs,
  ShouldRevalidateArgs as ShouldRevalidateFunctionArgs,
  ShouldRevalidateFunction,
} from '../page-protocol/should-reload.ts'
export type { DataFunctionArgs, HtmlLinkDescriptor, HtmlMetaDescriptor } from '../react/shared.ts'
export type { CustomSessionStorageOptions as SessionIdStorageStrategy } from '../../state/session/index.ts'
export { LiveReload } from './live-reload.ts'
export type { ActionFunctionArgs, LoaderFunctionArgs, UIMatch, V2_MetaFunction } from './types.ts'
export { useCatch } from './use-catch.ts'
export { useNavigation, type Navigation } from './use-navigation.ts'
