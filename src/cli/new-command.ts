import { relative } from 'node:path'
import { createInterface } from 'node:readline'
import type { Command } from './command.ts'
import { createProject, readName, templates, type Template } from './create-project.ts'

/** `framework new`: a project to begin with. */
export const newCommand: Command = {
  usage: '[folder] [options]',
  summary: 'Make a new project',
  takesFolder: true,
  options: {
    template: {
      value: '<name>',
      help: `What to begin with: ${templates.join(' or ')} (default: app)`,
    },
    framework: {
      value: '<version>',
      help: 'The version to depend on (default: this one, packed into vendor/)',
    },
    yes: { help: 'Ask nothing' },
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
        `There is no template ${JSON.stringify(template)}: use ${templates.join(' or ')}`,
      )
    }

    const framework = values['framework'] === undefined ? undefined : String(values['framework'])
    await createProject({ folder: chosen, template, framework })

    const path = relative(process.cwd(), chosen) || '.'
    const steps = [...(path === '.' ? [] : [`cd ${path}`]), 'npm install', 'npm run dev']
    output.out(`✓ Made ${path} from the template ${template}. Next:\n\n  ${steps.join('\n  ')}`)
  },
}

/** Asks for what was not given; without a terminal the defaults are taken. */
async function choose(
  terminal: Terminal | undefined,
  folder: string | undefined,
  template: string | boolean | undefined,
): Promise<{ folder: string; template: string | boolean }> {
  const ask = async (question: string, answer: string): Promise<string> =>
    (await terminal?.ask(`${question} (${answer}) `)) || answer

  try {
    const chosen = folder ?? (await ask('Where shall it be?', 'my-app'))
    // A folder that cannot be used is no reason for a second question.
    await readName(chosen)
    return {
      folder: chosen,
      template: template ?? (await ask(`Which template, ${templates.join(' or ')}?`, templates[0])),
    }
  } finally {
    terminal?.close()
  }
}

interface Terminal {
  ask(question: string): Promise<string>
  close(): void
}

/** Asks on the terminal. Lines that are there before they are asked for, as when they were pasted, are not lost. */
function openTerminal(): Terminal {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const lines = terminal[Symbol.asyncIterator]()

  return {
    async ask(question) {
      terminal.setPrompt(question)
      terminal.prompt()
      const { value, done } = await lines.next()
      if (done === true) throw new Error('Nothing was made: there was no answer')
      return String(value).trim()
    },
    close: () => terminal.close(),
  }
}

function isTemplate(name: string | boolean): name is Template {
  return (templates as readonly unknown[]).includes(name)
}
