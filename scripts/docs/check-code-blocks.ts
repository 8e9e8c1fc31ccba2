// Compiles the code of README.md and docs/, and reports mistakes at the lines of the pages.
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import type { Example } from './examples.ts'
import { root } from './pages.ts'

/** @returns What is wrong, each with its page and line */
export async function checkCodeBlocks(
  examples: readonly Example[],
  workspace: string,
): Promise<string[]> {
  // An augmentation of RouterTypes holds for a whole program, so an example that has one is a program of its own.
  const alone = examples.filter(({ files }) =>
    files.some(({ block }) => /^declare module/m.test(block.code)),
  )
  const together = examples.filter((example) => !alone.includes(example))

  const outputs = await Promise.all([
    compile(workspace, 'tsconfig.json', together),
    ...alone.map((example, index) => compile(workspace, `tsconfig.${index}.json`, [example])),
  ])

  return outputs.flatMap((output) => toPageLines(output, examples, workspace))
}

async function compile(
  workspace: string,
  name: string,
  examples: readonly Example[],
): Promise<string> {
  const config = {
    extends: relative(workspace, join(root, 'tsconfig.json')),
    compilerOptions: {
      noUnusedLocals: false,
      allowJs: true,
      checkJs: true,
      types: ['node', 'vite/client'],
    },
    include: examples.map(({ folder }) => `${relative(workspace, folder)}/**/*`),
    exclude: [],
  }
  writeFileSync(join(workspace, name), JSON.stringify(config))

  try {
    await promisify(execFile)(
      join(root, 'node_modules/.bin/tsc'),
      ['-p', name, '--pretty', 'false'],
      {
        cwd: workspace,
      },
    )
    return ''
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string }
    if (!stdout) throw new Error(`tsc could not run: ${stderr}`, { cause: error })
    return stdout
  }
}

function toPageLines(output: string, examples: readonly Example[], workspace: string): string[] {
  const mistakes: string[] = []
  for (const line of output.split('\n').filter(Boolean)) {
    const found = /^(.+?)\((\d+),\d+\): (.+)$/.exec(line)
    if (!found) {
      // A further line of the message before it
      if (mistakes.length > 0) mistakes[mistakes.length - 1] += `\n${line}`
      else mistakes.push(line)
      continue
    }

    const [, file, number, message] = found
    if (file!.startsWith('..')) continue // a mistake in the sources, which `npm test -- types` reports
    const path = join(workspace, file!)
    const source = examples
      .flatMap(({ folder, files }) =>
        files.map((each) => ({ path: join(folder, each.name), each })),
      )
      .find((each) => each.path === path)?.each
    mistakes.push(
      source
        ? `${source.block.page.path}:${source.block.line + Number(number) - 1}: ${message}`
        : line,
    )
  }

  return mistakes
}
