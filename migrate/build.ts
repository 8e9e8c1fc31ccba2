// Writes dist/: the program and what it uses of the framework's private files, in a few modules. npm runs it before it packs.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'

const folder = import.meta.dirname
rmSync(join(folder, 'dist'), { recursive: true, force: true })
const bundle = await rolldown({
  cwd: folder,
  input: { main: './main.ts', command: './command.ts' },
  platform: 'node',
  // Packages are installed beside the program.
  external: /^[^./]/,
  treeshake: { moduleSideEffects: false },
})
await bundle.write({ dir: join(folder, 'dist'), format: 'esm', keepNames: true })
await bundle.close()
