import { framework } from 'framework/vite'
import { defineConfig } from 'vite'
import { origin } from './app/site.ts'

export default defineConfig({
  // Every page becomes a file in build/client.
  plugins: [framework({ static: { origin } })],
})
