import type { NextConfig } from 'next'
import { join } from 'node:path'

export default {
  compress: false, // The other servers do not compress either.
  typescript: { ignoreBuildErrors: true },
  turbopack: { root: join(import.meta.dirname, '../../..') },
} satisfies NextConfig
