// The exports for other folders of the framework. They are not published.
export { findPlatform } from './platform.ts'
export type { Signer } from './platform.ts'
export type { JarCookie } from './cookie-jar.ts'
export { isTrustworthy, siteOf } from './site.ts'
