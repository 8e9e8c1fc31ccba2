import { framework } from 'framework/vite'
import { defineConfig } from 'vite'

export default defineConfig({ plugins: [framework()] })
