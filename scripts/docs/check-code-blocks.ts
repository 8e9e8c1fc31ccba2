// Compiles the code of README.md and docs/, and reports mistakes with the lines of the pages.
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import type { Example } from './examples.ts'
import { root } from './pages.ts'

/** @returns The mistakes, each with its page and line */
export async function checkCodeBlocks(
  examples: readonly Example[],
  workspace: string,
): Promise<string[]> {
  // An augmentation of RouterTypes affects a whole program, so such an example is compiled separately.
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
      // The declarations of the packed package, as in a user's project. To check our sources again takes most of the time.
      customConditions: [],
      skipLibCheck: true,
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
    if (!stdout) throw new Error(`Cannot run tsc: ${stderr}`, { cause: error })
    return stdout
  }
}

function toPageLines(output: string, examples: readonly Example[], workspace: string): string[] {
  const mistakes: string[] = []
  for (const line of output.split('\n').filter(Boolean)) {
    const found = /^(.+?)\((\d+),\d+\): (.+)$/.exec(line)
    if (!found) {
      // This line continues the message before it.
      if (mistakes.length > 0) mistakes[mistakes.length - 1] += `\n${line}`
      else mistakes.push(line)
      continue
    }

    const [, file, number, message] = found
    if (file!.startsWith('..')) continue // `npm test -- types` reports mistakes in the sources.
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
