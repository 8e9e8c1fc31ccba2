import type { NextConfig } from 'next'
import { join } from 'node:path'

export default {
  compress: false, // nobody else compresses here
  typescript: { ignoreBuildErrors: true },
  turbopack: { root: join(import.meta.dirname, '../../..') },
} satisfies NextConfig
