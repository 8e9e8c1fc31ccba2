import { existsSync } from 'node:fs'

/** Returns the path of a program: from the environment variable, or else the usual one. */
export function findProgram(variable: string, usual: string, debianPackage: string): string {
  const path = process.env[variable] ?? usual
  if (!existsSync(path)) {
    throw new Error(
      `Cannot find ${path}. Run apt-get install ${debianPackage}, or set ${variable} to its path.`,
    )
  }

  return path
}
