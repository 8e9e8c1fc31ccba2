import { builtinModule } from '../internal/runtime.ts'
import { createNodePlatform, type NodeBuffer, type NodeCrypto } from './node-platform.ts'
import type { Platform } from './platform.ts'
import { webPlatform } from './web-platform.ts'

/** Returns the synchronous platform of Node, Bun and Deno, or else WebCrypto. */
export function findPlatform(): Platform {
  const crypto = builtinModule<Partial<NodeCrypto>>('node:crypto')
  const buffer = builtinModule<{ Buffer: NodeBuffer }>('node:buffer')
  // Workers may have a `node:crypto` without `hash()`.
  return crypto?.hash && buffer
    ? createNodePlatform(crypto as NodeCrypto, buffer.Buffer)
    : webPlatform
}
