/**
 * Loads the `.env` files of a folder into `process.env`. Existing variables stay. In the list `.env`, `.env.local`,
 * `.env.<mode>`, `.env.<mode>.local`, a later file overrides an earlier one.
 *
 * @param directory The folder
 * @param mode `development`, `production` or a custom mode
 * @returns The variables that it has set
 */
export function loadEnv(directory: string, mode: string): Record<string, string> {
  const { existsSync, readFileSync } = process.getBuiltinModule('node:fs')
  const { parseEnv } = process.getBuiltinModule('node:util')

  const values: Record<string, string | undefined> = {}
  for (const name of ['.env', '.env.local', `.env.${mode}`, `.env.${mode}.local`]) {
    const file = `${directory}/${name}`
    if (existsSync(file)) Object.assign(values, parseEnv(readFileSync(file, 'utf8')))
  }
  const loaded: Record<string, string> = {}
  for (const [name, value] of Object.entries(values)) {
    if (process.env[name] === undefined && value !== undefined) loaded[name] = value
  }
  Object.assign(process.env, loaded)

  return loaded
}
