import { framework } from 'framework/vite'
import { defineConfig } from 'vite'

export default defineConfig(({ command }) => ({
  // A build is quiet, and the dev server says where it is.
  logLevel: command === 'build' ? 'warn' : 'info',
  plugins: [framework()],
}))
