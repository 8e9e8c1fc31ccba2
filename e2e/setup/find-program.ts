import { existsSync } from 'node:fs'

/** Where a program is: at the path that the variable names, or else at the usual place. */
export function findProgram(variable: string, usual: string, debianPackage: string): string {
  const path = process.env[variable] ?? usual
  if (!existsSync(path)) {
    throw new Error(
      `Cannot find ${path}: install it with \`apt-get install ${debianPackage}\`, or set ${variable} to where it is`,
    )
  }

  return path
}
