import { relative } from 'node:path'
import { createInterface } from 'node:readline'
import type { Command } from './command.ts'
import { createProject, readName, templates, type Template } from './create-project.ts'

/** `framework new` creates a project. */
export const newCommand: Command = {
  usage: '[folder] [options]',
  summary: 'Create a new project',
  takesFolder: true,
  options: {
    template: {
      value: '<name>',
      help: `The template: ${templates.join(', ')} (default: app)`,
    },
    framework: {
      value: '<version>',
      help: 'The version that the project depends on (default: this one, packed into vendor/)',
    },
    yes: { help: 'Ask no questions and use the defaults' },
  },

  async run(values, output, folder) {
    const isAsking = process.stdin.isTTY === true && values['yes'] !== true
    const { folder: chosen, template } = await choose(
      isAsking ? openTerminal() : undefined,
      folder,
      values['template'],
    )
    if (!isTemplate(template)) {
      throw new Error(
        `Cannot find the template ${JSON.stringify(template)}. Use ${templates.join(', ')}.`,
      )
    }

    const framework = values['framework'] === undefined ? undefined : String(values['framework'])
    await createProject({ folder: chosen, template, framework })

    const path = relative(process.cwd(), chosen) || '.'
    const steps = [...(path === '.' ? [] : [`cd ${path}`]), 'npm install', 'npm run dev']
    output.out(`✓ Created ${path} from the template ${template}. Next:\n\n  ${steps.join('\n  ')}`)
  },
}

/** Asks for missing values. Without a terminal, uses the defaults. */
async function choose(
  terminal: Terminal | undefined,
  folder: string | undefined,
  template: string | boolean | undefined,
): Promise<{ folder: string; template: string | boolean }> {
  const ask = async (question: string, suggestion: string): Promise<string> =>
    (await terminal?.ask(`${question} (${suggestion}) `)) || suggestion

  try {
    const chosen = folder ?? (await ask('In which folder?', 'my-app'))
    // This fails before the next question if the folder cannot be used.
    await readName(chosen)
    return {
      folder: chosen,
      template: template ?? (await ask(`Which template: ${templates.join(', ')}?`, templates[0])),
    }
  } finally {
    terminal?.close()
  }
}

interface Terminal {
  ask(question: string): Promise<string>
  close(): void
}

/** Asks questions on the terminal. Lines that arrive before their question, such as pasted lines, are not lost. */
function openTerminal(): Terminal {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const lines = terminal[Symbol.asyncIterator]()

  return {
    async ask(question) {
      terminal.setPrompt(question)
      terminal.prompt()
      const { value, done } = await lines.next()
      if (done === true) {
        throw new Error(
          'Cannot create a project: the input ended. Reply to the questions, or pass --yes.',
        )
      }
      return String(value).trim()
    },
    close: () => terminal.close(),
  }
}

function isTemplate(name: string | boolean): name is Template {
  return (templates as readonly unknown[]).includes(name)
}
