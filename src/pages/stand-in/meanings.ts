// Names that libraries of Remix and React Router use while they load, and their meanings in this framework (MV-6).
import {
  createCookie,
  createCookieSessionStorage,
  createMemorySessionStorage,
  createSessionStorage,
} from 'framework'

export const createCookieFactory = (): typeof createCookie => createCookie
export const createCookieSessionStorageFactory = (): typeof createCookieSessionStorage =>
  createCookieSessionStorage
export const createMemorySessionStorageFactory = (): typeof createMemorySessionStorage =>
  createMemorySessionStorage
export const createSessionStorageFactory = (): typeof createSessionStorage => createSessionStorage

/** Does nothing, because every runtime has these globals now. */
export function installGlobals(): void {}
export const fetch: typeof globalThis.fetch = globalThis.fetch
export const File: typeof globalThis.File = globalThis.File
export const FormData: typeof globalThis.FormData = globalThis.FormData
export const Headers: typeof globalThis.Headers = globalThis.Headers
export const Request: typeof globalThis.Request = globalThis.Request
export const Response: typeof globalThis.Response = globalThis.Response

/** The build adds the stylesheets of a page by itself. */
export const cssBundleHref: string | undefined = undefined
