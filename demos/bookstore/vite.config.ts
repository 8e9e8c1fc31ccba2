import { framework } from 'framework/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  logLevel: 'warn',
  plugins: [framework()],
})
