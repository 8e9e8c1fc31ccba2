// What other folders of the framework use from this one. It is not published.
export { findPlatform } from './platform.ts'
export type { Signer } from './platform.ts'
export type { JarCookie } from './cookie-jar.ts'
